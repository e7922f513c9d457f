/** An account for the broker under test: people and events are arrays, the object is the real one. */

import { env } from "cloudflare:workers";
import { vi } from "vitest";
import type { StoredEvent } from "../../../../broker/contract/account.ts";
import type { CallerResult } from "../../../../broker/contract/bearer.ts";
import type { Control } from "../../../../broker/contract/controls.ts";
import type { ProfileName } from "../../../../broker/contract/grants.ts";
import { type BrokerLimits, brokerLimits } from "../../../../broker/contract/limits.ts";
import type { HistoryFilter } from "../../../../broker/contract/message-history.ts";
import type { DeviceSchedule } from "../../../../broker/contract/schedule.ts";
import type { SeriesRights, ValueLabel } from "../../../../broker/contract/telemetry.ts";
import { bearerOf } from "../../../../broker/contract/token.ts";
import type { BrokerObject, Ports } from "../../../../broker/object.ts";
import type {
  AccountRights,
  DeviceRights,
  DeviceSwitching,
  Directory,
  MeterReading,
  Notifier,
} from "../../../../broker/ports.ts";
import type { Principal } from "../../../../broker/routing/access.ts";
import type { CallsOfCaller } from "../../../../worker/account/account.ts";
import { Broker } from "../../../../worker/index.ts";
import { ask } from "./ask.ts";
import { hidden, type Login, rowOf } from "./login-row.ts";

export { nap } from "./nap.ts";

const accounts = new Map<string, Account>();

/** The ports of all objects in a test come from its accounts here, also after an eviction. */
export function useAccounts(): void {
  deliveries.deliver = deliver;
  const prototype = Broker.prototype as unknown as { ports(this: BrokerObject<Cloudflare.Env>): Ports };
  vi.spyOn(prototype, "ports").mockImplementation(() => ports);
}

const accountOf = (userId: string): Account => {
  const account = accounts.get(userId);
  if (account === undefined) throw new Error(`no account ${userId}`);
  return account;
};

/** Limits of all objects of a test. Set before the first connection. */
let limits: BrokerLimits = brokerLimits({});
export function useLimits(variables: Partial<BrokerLimits>): void {
  limits = brokerLimits(variables);
}

/** Passwords stand in the rows unsealed. */
const directory: Directory = {
  read: (userId) => accountOf(userId).read(),
  version: async (userId) => accountOf(userId).version,
  namesOfKey: async (key) => [hidden(key)],
  isSecret: async (userId, row, secret, which) => {
    await accountOf(userId).compare();
    const { open } = accountOf(userId);
    if (which === undefined) return open(row.secret) === secret;
    return row.kind === "credential" && row.earlier !== undefined && open(row.earlier.secret) === secret;
  },
};
/** Metrics reported by all accounts. */
const readings: MeterReading[] = [];

const deliver: Notifier["deliver"] = async () => ({ outcome: "delivered", detail: "" });
/** Delivers every notice, unless a test replaces `deliver`. */
export const deliveries: Notifier = { deliver, ask: async () => ({ outcome: "delivered", detail: "" }) };

const ports: Ports = {
  directory,
  notifier: {
    deliver: (...args) => deliveries.deliver(...args),
    ask: (...args) => deliveries.ask(...args),
  },
  meter: { add: (reading) => void readings.push(reading) },
  nameOf: (userId) => userId,
  get limits() {
    return limits;
  },
};

export class Account {
  readonly userId = crypto.randomUUID();
  readonly logins: Login[] = [];
  version = 1;
  /** Default: full. */
  profile: ProfileName | undefined;
  /** Announces its devices to Home Assistant. */
  homeAssistant = false;
  /** What its history keeps. */
  history: HistoryFilter[] = [];
  /** Names of devices; the others are named by their id. */
  readonly names = new Map<string, string>();
  readonly labels = new Map<string, Record<string, ValueLabel>>();
  readonly controls = new Map<string, readonly Control[]>();
  /** Adopted devices. */
  readonly found = new Map<string, NonNullable<DeviceRights["found"]>>();
  /** Devices with switch settings. */
  switching: DeviceSwitching[] = [];
  /** Channels with a series. */
  series: SeriesRights[] = [];
  /** Devices without a login. */
  readonly bareDevices: string[] = [];
  schedules: DeviceSchedule[] = [];
  suspended = false;
  /** Set to make the database fail. */
  down: "directory" | null = null;
  /** Awaited before the directory responds. */
  gate: Promise<void> = Promise.resolve();
  /** Awaited before a secret is compared. */
  compare: () => Promise<void> = async () => {};
  /** Opens a sealed password. Throws where no key opens it. */
  open: (sealed: string) => string = (sealed) => sealed;
  asked = 0;

  constructor() {
    accounts.set(this.userId, this);
  }

  get stub() {
    return env.BROKER.getByName(this.userId) as unknown as DurableObjectStub<Broker>;
  }

  /** Makes a call as the worker does for itself. */
  ask<Answer>(call: (calls: CallsOfCaller) => Promise<CallerResult<Answer>>): Promise<Answer> {
    return ask(this.stub, call);
  }

  topic = (name: string): string => `${this.userId}/${name}`;
  control = (deviceId: string): string => this.topic(`devices/${deviceId}/control`);

  apiKey(key = `sw${`${crypto.randomUUID()}${crypto.randomUUID()}`.replaceAll("-", "").slice(0, 40)}`): {
    key: string;
    clientId(suffix?: string): string;
  } {
    this.logins.push({
      claim: { kind: "api-key", key, view: "account" },
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

  /** A token as MQTT password. */
  token(scopes: readonly string[], more: Partial<NonNullable<Login["token"]>> = {}): Person {
    const token = bearerOf("token", this.userId, crypto.randomUUID().replaceAll("-", "").slice(0, 27));
    const login: Login = {
      claim: { kind: "token", token },
      principal: { kind: "token", tokenId: crypto.randomUUID(), grants: [], controls: [], view: "root" },
      token: { label: "Token", scopes, until: null, details: "", ...more },
    };
    this.logins.push(login);
    return { username: "anyone", password: token, login };
  }

  /** A login in root view with all rights, the API's default. */
  root(row: Login["row"] = {}): Person {
    const person = this.credential();
    const grants = [{ filter: "#", publish: true, subscribe: true }];
    person.login.row = { view: "root", grants, ...row };
    return person;
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

  /** Metrics that it reported. */
  get readings(): MeterReading[] {
    return readings.filter(({ account }) => account === this.userId);
  }

  /** Changes rights as the API does: announce, commit, apply. */
  async change(commit: () => void): Promise<void> {
    await this.stub.announceChange();
    commit();
    this.version++;
    await this.stub.applyRights();
  }

  /** Rights were added: the API notifies the object after the commit. */
  async rightsAdded(): Promise<void> {
    this.version++;
    await this.stub.applyRights();
  }

  remove(person: { login: Login }): void {
    this.logins.splice(this.logins.indexOf(person.login), 1);
  }

  async read(): Promise<AccountRights> {
    this.asked++;
    await this.gate;
    if (this.down === "directory") throw new Error("database down");
    const { version, profile, homeAssistant, history } = this;
    return structuredClone({
      version,
      homeAssistant,
      history,
      ...(profile !== undefined && { profile }),
      logins: this.logins.map(rowOf),
      devices: this.#devices(),
      schedules: this.schedules,
      series: this.series,
      suspended: this.suspended,
    });
  }

  #foundOf(deviceId: string): Pick<DeviceRights, "found"> {
    const found = this.found.get(deviceId);
    return found === undefined ? {} : { found };
  }

  #devices(): DeviceRights[] {
    const own = new Map(this.switching.map((each) => [each.deviceId, each]));
    const topics = new Map(
      this.logins.flatMap(({ principal }) =>
        principal.kind === "device" ? [[principal.deviceId, principal.deviceTopics] as const] : [],
      ),
    );
    return [...new Set([...own.keys(), ...topics.keys(), ...this.bareDevices])].map((deviceId) => ({
      deviceId,
      name: this.names.get(deviceId) ?? `Device ${deviceId}`,
      labels: this.labels.get(deviceId) ?? {},
      ...(this.controls.has(deviceId) && { controls: this.controls.get(deviceId) ?? [] }),
      topics: topics.get(deviceId) ?? [],
      ...this.#foundOf(deviceId),
      ...(own.get(deviceId) ?? { commandTtl: 86_400, autoOff: 0, offOnDisconnect: false }),
    }));
  }

  async kept(): Promise<StoredEvent[]> {
    return (await this.ask((calls) => calls.account.events({ limit: Number.MAX_SAFE_INTEGER }))).toReversed();
  }

  async events(deviceId: string): Promise<string[]> {
    return (await this.kept()).flatMap((each) => (each.deviceId === deviceId ? [each.type] : []));
  }
}

export interface Person {
  username: string;
  password: string;
  login: Login;
}
