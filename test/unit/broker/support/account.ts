/** An account for the broker under test: its people and its events are arrays, its object is the real one. */

import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { vi } from "vitest";
import type { Claim } from "../../../../broker/contract/client.ts";
import { type BrokerLimits, brokerLimits } from "../../../../broker/contract/limits.ts";
import type { Hub } from "../../../../broker/hub.ts";
import type { BrokerObject, Ports } from "../../../../broker/object.ts";
import type {
  DeviceSwitching,
  Directory,
  EventRecord,
  EventSink,
  Verdict,
} from "../../../../broker/ports.ts";
import { type Principal, refKey, refOf } from "../../../../broker/routing/access.ts";
import { Broker } from "../../../../worker/index.ts";

interface Login {
  claim: Claim;
  principal: Principal;
}

const accounts = new Map<string, Account>();

/** Every object of these tests takes what it needs from its account here, also after it was evicted. */
export function useAccounts(): void {
  const prototype = Broker.prototype as unknown as { ports(this: BrokerObject<Cloudflare.Env>): Ports };
  vi.spyOn(prototype, "ports").mockImplementation(() => ports);
}

const accountOf = (userId: string): Account => {
  const account = accounts.get(userId);
  if (account === undefined) throw new Error(`no account ${userId}`);
  return account;
};

/** Limits are the same for all objects of a test; set before the first connection. */
let limits: BrokerLimits = brokerLimits({});
export function useLimits(variables: Partial<BrokerLimits>): void {
  limits = brokerLimits(variables);
}

const directory: Directory = {
  authenticate: (userId, claim) => accountOf(userId).authenticate(claim),
  review: (userId, refs) => accountOf(userId).review(refs.map(refKey)),
};
const events: EventSink = { write: (userId, records) => accountOf(userId).write(records) };
const ports: Ports = {
  directory,
  events,
  get limits() {
    return limits;
  },
};

export class Account {
  readonly userId = crypto.randomUUID();
  readonly logins: Login[] = [];
  readonly records: EventRecord[] = [];
  version = 1;
  /** Devices that are not switched as all are. */
  switching: DeviceSwitching[] = [];
  /** Set to make the database fail. */
  down: "directory" | "sink" | null = null;
  /** Awaited before the directory answers. */
  gate: Promise<void> = Promise.resolve();
  asked = 0;

  constructor() {
    accounts.set(this.userId, this);
  }

  get stub() {
    return env.BROKER.getByName(this.userId) as unknown as DurableObjectStub<Broker>;
  }

  topic = (name: string): string => `${this.userId}/${name}`;
  control = (deviceId: string): string => this.topic(`devices/${deviceId}/control`);

  apiKey(key = `key${crypto.randomUUID().replaceAll("-", "")}`): {
    key: string;
    clientId(suffix?: string): string;
  } {
    this.logins.push({
      claim: { kind: "api-key", key },
      principal: { kind: "api-key", keyId: crypto.randomUUID() },
    });
    return { key, clientId: (suffix = crypto.randomUUID()) => `${key}__${suffix}` };
  }

  credential(...channels: string[]): Person {
    const username = `user-${crypto.randomUUID()}`;
    const principal: Principal = {
      kind: "credential",
      credentialId: crypto.randomUUID(),
      secretVersion: 1,
      topics: channels.map(this.topic),
    };
    const login: Login = { claim: { kind: "credential", username, password: "secret" }, principal };
    this.logins.push(login);
    return { username, password: "secret", login };
  }

  device(channels: string[] = [], deviceChannels: string[] = []): Person & { deviceId: string } {
    const deviceId = crypto.randomUUID();
    const username = `dev-${crypto.randomUUID()}`;
    const principal: Principal = {
      kind: "device",
      deviceId,
      credentialId: crypto.randomUUID(),
      secretVersion: 1,
      topics: channels.map(this.topic),
      deviceTopics: deviceChannels.map(this.topic),
    };
    const login: Login = { claim: { kind: "device", deviceId, username, password: "secret" }, principal };
    this.logins.push(login);
    return { username: `${deviceId}:${username}`, password: "secret", deviceId, login };
  }

  /** Rights change as the API changes them: announce, commit, apply. */
  async change(commit: () => void): Promise<void> {
    await this.stub.announceChange(this.userId);
    commit();
    this.version++;
    await this.stub.applyRights(this.userId);
  }

  remove(person: { login: Login }): void {
    this.logins.splice(this.logins.indexOf(person.login), 1);
  }

  async authenticate(claim: Claim): Promise<Verdict> {
    this.asked++;
    await this.gate;
    if (this.down === "directory") throw new Error("database down");
    const { version } = this;
    const login = this.logins.find((each) => JSON.stringify(each.claim) === JSON.stringify(claim));
    return login === undefined
      ? { accepted: false }
      : { accepted: true, principal: structuredClone(login.principal), version };
  }

  async review(refs: string[]): ReturnType<Directory["review"]> {
    if (this.down === "directory") throw new Error("database down");
    const principals = refs.map(
      (ref) => this.logins.find((each) => refKey(refOf(each.principal)) === ref)?.principal ?? null,
    );
    const { version, switching } = this;
    return { version, principals: structuredClone(principals), switching };
  }

  async write(records: readonly EventRecord[]): Promise<void> {
    if (this.down === "sink") throw new Error("database down");
    for (const record of records) {
      if (!this.records.some((each) => each.id === record.id)) this.records.push(record);
    }
  }

  /** Types of the device's events, in order. */
  events = (deviceId: string): string[] =>
    this.records.flatMap((each) =>
      each.kind === "device-event" && each.deviceId === deviceId ? [each.type] : [],
    );
}

/** The object sleeps: memory is gone, sockets and storage are there. It wakes for whatever comes next. */
export async function nap(account: Account): Promise<void> {
  // it must be awake to fall asleep, and would not with a timer running
  await runInDurableObject(account.stub, async (object) => {
    const { hub } = object as unknown as { hub: Hub };
    while (hub.busy) await new Promise((go) => setTimeout(go, 0));
    hub.rooms.departures.leave();
  });
  await evictDurableObject(account.stub);
}

export interface Person {
  username: string;
  password: string;
  login: Login;
}
