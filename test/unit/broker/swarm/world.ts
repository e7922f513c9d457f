/** Three accounts on the real broker, and the oracle's state of them. */

import { expect } from "vitest";
import type { View } from "../../../../broker/contract/grants.ts";
import { Account, nap } from "../support/account.ts";
import { Client, eventually } from "../support/client.ts";
import { commit, type SwarmClient, swarmClientsOf } from "./clients.ts";
import {
  deliveryError,
  discard,
  type ExpectedDelivery,
  expectedDeliveries,
  isStatus,
  type Member,
  mayPublish,
  mayRead,
  maySubscribe,
  resume,
  type Taken,
} from "./oracle.ts";

export interface SwarmPublish {
  at: number;
  topic: string;
  qos: 0 | 1;
}

/** The command that the broker repeats to a device that missed it. Clients of the swarm write `n` before the state. */
const TOLD_AGAIN = /^\{"state":"(on|off)"(,"n":\d+)?\}$/;

/** A topic or filter in the account's view. */
function whole({ view, account }: SwarmClient, said: string): string {
  if (view === "account") return said;
  const [, group = "", inner = ""] = /^(\$share\/[^/]+\/)?(.*)$/.exec(said) ?? [];
  return group + (inner.startsWith(`${account}/`) ? inner : `${account}/${inner}`);
}

export class World {
  readonly accounts = [new Account(), new Account(), new Account()];
  readonly fellows: SwarmClient[];
  #promises: ExpectedDelivery[] = [];
  /** By control topic: the set points that may be the wanted ones. A deleted device has none. */
  readonly #wanted = new Map<string, Set<number | undefined>>();
  /** Those of messages since the last check, and whether the broker has certainly accepted one. */
  readonly #written = new Map<string, { points: Set<number>; sure: boolean }>();
  #said = 0;
  /** Pending reason codes, by message id. */
  #verdicts = new Map<number, (reason: number | undefined) => void>();

  constructor(views: readonly View[]) {
    this.fellows = this.accounts.flatMap((account, at) => swarmClientsOf(account, at, views.slice(at * 4)));
  }

  fellow = (at: number): SwarmClient => this.fellows[at % this.fellows.length] as SwarmClient;

  /** `{0}` to `{2}`: the accounts; `{own}`: the client's; `{d0}` to `{d2}`: their devices' control topics. */
  spelled(fellow: SwarmClient, text: string): string {
    const controls = this.fellows.filter(({ control }) => control !== null);
    return text
      .replace(/\{d(\d)\}/g, (_, n) => `${controls[n]?.account}/${controls[n]?.control}`)
      .replace(/\{(\d)\}/g, (_, n) => (this.accounts[n] as Account).userId)
      .replace("{own}", fellow.account);
  }

  async connect(at: number, clean: boolean, kept: boolean, will: string | null): Promise<void> {
    const fellow = this.fellow(at);
    const { client: old } = fellow;
    const said = will === null ? null : this.spelled(fellow, will);
    const topic = said === null ? null : whole(fellow, said);
    // 3.1.1 has one flag for both
    const keeps = fellow.version === 4 ? !clean : kept;
    const mayWill = topic !== null && mayPublish(fellow, topic);
    // in root view a will without permission is left out
    const admitted = !fellow.revoked && (topic === null || mayWill || fellow.view === "root");
    const properties = { sessionExpiryInterval: keeps ? 1000 : 0 };
    const text = this.#text(topic ?? "");
    const client = await Client.connect(
      fellow.home,
      fellow.person ?? { clientId: fellow.clientId },
      fellow.version,
      {
        clientId: fellow.clientId,
        clean,
        ...(fellow.key !== undefined && { username: "", password: fellow.key as never }),
        ...(fellow.version === 5 && { properties }),
        ...(said !== null && { will: { topic: said, payload: Buffer.from(text), qos: 1, retain: false } }),
      },
    );
    const code = fellow.version === 5 ? client.connack.reasonCode : client.connack.returnCode;
    expect(code === 0, `${fellow.name} is admitted with ${topic}`).toBe(admitted);
    if (code !== 0) return;
    if (old !== null) {
      this.#ended(fellow, true);
      await old.end();
    }
    if (clean) this.#forgets(fellow);
    expect(client.connack.sessionPresent).toBe(fellow.subscriptions !== null);
    resume(this.#promises, fellow);
    fellow.subscriptions ??= new Set();
    fellow.will = topic === null || !mayWill ? null : { topic, text };
    Object.assign(fellow, { client, connected: true, kept: keeps });
  }

  /** Its connection has ended: its will follows, except after a DISCONNECT. */
  #ended(fellow: SwarmClient, suddenly: boolean): void {
    const { will } = fellow;
    Object.assign(fellow, { connected: false, client: null, will: null });
    if (!fellow.kept) this.#forgets(fellow);
    if (suddenly && will !== null && mayPublish(fellow, will.topic)) {
      this.#promise({ ...will, qos: 1, sure: true });
    }
  }

  #forgets(fellow: SwarmClient): void {
    discard(this.#promises, fellow);
    fellow.subscriptions = null;
  }

  async lose(at: number, politely: boolean): Promise<void> {
    const fellow = this.fellow(at);
    const { client } = fellow;
    if (client === null) return;
    if (politely) client.disconnect();
    else client.cut();
    await client.end();
    this.#ended(fellow, !politely);
    await this.#counted(fellow.home);
  }

  /** Waits until the broker has noticed the disconnects. */
  #counted(account: Account): Promise<unknown> {
    const there = this.fellows.filter((each) => each.home === account && each.connected).length;
    return eventually(
      async () => (await account.ask((calls) => calls.clients.clients())).length,
      (count) => count === there,
    );
  }

  async subscribe(at: number, filter: string): Promise<void> {
    const fellow = this.fellow(at);
    if (fellow.client === null) return;
    const said = this.spelled(fellow, filter);
    const spelled = whole(fellow, said);
    const allowed = maySubscribe(fellow, spelled);
    const answer = await fellow.client.subscribe(said, 1);
    const refusal = fellow.version === 4 ? 0x80 : 0x87;
    expect(answer, `${fellow.name} subscribes to ${filter}`).toBe(allowed ? 1 : refusal);
    if (allowed) fellow.subscriptions?.add(spelled);
  }

  async unsubscribe(at: number, filter: string): Promise<void> {
    const fellow = this.fellow(at);
    if (fellow.client === null) return;
    const spelled = this.spelled(fellow, filter);
    fellow.client.send({ cmd: "unsubscribe", messageId: 98, unsubscriptions: [spelled] });
    fellow.subscriptions?.delete(whole(fellow, spelled));
    await fellow.client.next("unsuback");
  }

  #text(topic: string): string {
    const n = this.#said++;
    return topic.endsWith("/control") ? JSON.stringify({ n, state: n % 2 === 0 ? "on" : "off" }) : `m${n}`;
  }

  #promise(taken: Taken, viewsOf = (member: Member): readonly Member[] => [member]): void {
    this.#noteSetPoint(taken);
    const [account] = taken.topic.split("/");
    const neighbours = this.fellows.filter((each) => each.account === account);
    this.#promises.push(expectedDeliveries(taken, neighbours, viewsOf));
  }

  #noteSetPoint({ topic, text, qos, sure }: Taken): void {
    if (!topic.endsWith("/control")) return;
    const written = this.#written.get(topic) ?? { points: new Set(), sure: false };
    written.points.add((JSON.parse(text) as { n: number }).n);
    written.sure ||= sure && qos === 1;
    this.#written.set(topic, written);
  }

  /** The wanted value is a set point of a client that may write there. */
  async #checkWanted(): Promise<void> {
    for (const { home, account, control, revoked } of this.fellows) {
      if (control === null) continue;
      const topic = `${account}/${control}`;
      if (revoked) {
        this.#wanted.delete(topic);
        continue;
      }
      const before = this.#wanted.get(topic);
      const written = this.#written.get(topic);
      // a device that was made with these messages under way may have missed them
      const isSure = written?.sure === true && before !== undefined;
      const possible = new Set([...(isSure ? [] : (before ?? [undefined])), ...(written?.points ?? [])]);
      const [, deviceId = ""] = control.split("/");
      const { sighting } = await home.ask((calls) => calls.devices.presence(deviceId));
      const wanted = sighting.wanted.n?.value as number | undefined;
      expect(possible, `the set point of ${topic}`).toContain(wanted);
      this.#wanted.set(topic, new Set([wanted]));
    }
    this.#written.clear();
  }

  /** Publishes all without waiting in between; deliveries are required once no packets are under way. */
  publish(sayings: readonly SwarmPublish[], viewsOf = (member: Member): readonly Member[] => [member]): void {
    for (const { at, topic: spelling, qos } of sayings) {
      const fellow = this.fellow(at);
      if (fellow.client === null) continue;
      const said = this.spelled(fellow, spelling);
      const topic = whole(fellow, said);
      const text = this.#text(topic);
      const verdicts = viewsOf(fellow).map((view) => mayPublish(view, topic));
      const messageId = this.#said;
      fellow.client.publish(said, text, qos === 0 ? {} : { qos, messageId });
      const sure = verdicts.every(Boolean);
      if (verdicts.some(Boolean)) this.#promise({ topic, text, qos, sure }, viewsOf);
      if (qos === 0 || fellow.version === 4 || (!sure && verdicts.some(Boolean))) continue;
      this.#verdicts.set(messageId, (reason) =>
        expect(reason === 0x87, `${fellow.name} is refused ${topic}`).toBe(!sure),
      );
    }
  }

  /** Changes rights while messages are under way: to these old or new rights may apply. */
  async regrant(at: number, rights: Partial<Member>, meanwhile: readonly SwarmPublish[]): Promise<void> {
    const fellow = this.fellow(at);
    if (fellow.person === null) return;
    const old = { ...fellow };
    const next: Member = { ...fellow, ...rights };
    const viewsOf = (member: Member) => (member === fellow ? [old, next] : [member]);
    const changed = fellow.home.change(() => commit(fellow, next));
    this.publish(meanwhile, viewsOf);
    await changed;
    Object.assign(fellow, rights);
    if (!fellow.revoked) return;
    // disconnected: its will has no permission
    await fellow.client?.end();
    Object.assign(fellow, { connected: false, client: null, will: null });
    this.#forgets(fellow);
  }

  nap = (at: number): Promise<void> => nap(this.accounts[at % this.accounts.length] as Account);

  /** Drains all clients; then compares all deliveries with the oracle. */
  async settle(): Promise<void> {
    let isQuiet = false;
    // a client may have been asked before the others' messages were processed: twice at least
    for (let round = 0; round < 2 || !isQuiet; round++) {
      const any = await Promise.all(this.fellows.map((fellow) => this.#take(fellow)));
      isQuiet = !any.some(Boolean);
    }
    for (const each of this.#promises) {
      const wrong = deliveryError(each);
      // the full text: an assertion would shorten it
      if (wrong !== null) throw new Error(wrong);
    }
    await this.#checkWanted();
  }

  async #take(fellow: SwarmClient): Promise<boolean> {
    const { client } = fellow;
    if (client === null) return false;
    const packets = await client.all();
    for (const packet of packets) {
      if (packet.cmd === "puback") {
        this.#verdicts.get(packet.messageId as number)?.(packet.reasonCode);
      } else if (packet.cmd === "publish") {
        const prefix = fellow.view === "root" ? `${fellow.account}/` : "";
        this.#arrived(fellow, prefix + packet.topic, String(packet.payload));
        if (packet.qos > 0) client.send({ cmd: "puback", messageId: packet.messageId as number });
      } else expect(packet, `${fellow.name} got what nobody sends`).toBeUndefined();
    }
    return packets.length > 0;
  }

  #arrived(fellow: SwarmClient, topic: string, text: string): void {
    const told = TOLD_AGAIN.test(text) && topic === `${fellow.account}/${fellow.control}`;
    if (told || (isStatus(topic) && mayRead({ ...fellow, revoked: false }, topic))) return;
    const promised = this.#promises.find((each) => each.text === text && each.topic === topic);
    if (promised === undefined)
      throw new Error(`${fellow.name} got ${text} on ${topic}: nobody may say that`);
    promised.got.set(fellow, (promised.got.get(fellow) ?? 0) + 1);
  }

  end(): void {
    for (const { client } of this.fellows) client?.cut();
  }
}
