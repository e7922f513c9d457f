/** Three clients of one account, a plug and a lamp on the real broker, each with its model. */

import type { Packet } from "mqtt-packet";
import { expect } from "vitest";
import type { View } from "../../../broker/contract/grants.ts";
import { type Expected, SlotModel } from "./model.ts";
import { LampWorld } from "./model-lamp-world.ts";
import { PlugWorld } from "./model-plug-world.ts";
import { Account, type Person } from "./support/account.ts";
import { Client, eventually } from "./support/client.ts";

export const TOPICS = ["a", "b"] as const;

interface Slot {
  version: 4 | 5;
  person: Person;
  client: Client | null;
  /** Open packet ids, in the order of the model. */
  ids: number[];
  nextId: number;
}

export class World {
  readonly account = new Account();
  readonly slots: Slot[];
  readonly models: SlotModel[];
  /** Topics that the third client's credential may use. */
  granted: string[] = ["a"];
  #said = 0;

  readonly views: readonly View[];
  readonly plug: PlugWorld;
  readonly lamp: LampWorld;

  constructor(views: readonly View[], plugHasState: boolean) {
    this.views = views;
    this.plug = new PlugWorld(this.account, plugHasState);
    this.lamp = new LampWorld(this.account);
    this.slots = ([4, 5, 5] as const).map((version, at) => ({
      version,
      person: this.#person(at),
      client: null,
      ids: [],
      nextId: 1,
    }));
    this.models = [32, 2, 3].map((window, at) => {
      const mayRead = at < 2 ? () => true : (topic: string) => this.granted.includes(topic);
      return new SlotModel(window, mayRead);
    });
  }

  #person(at: number): Person {
    const person = at < 2 ? this.account.credential(...TOPICS) : this.account.credential("a");
    person.login.row = { view: this.views[at] as View };
    return person;
  }

  /** The topic in this client's view. */
  #topic = (at: number, name: string): string =>
    this.views[at] === "root" ? name : this.account.topic(name);

  /** Connects all clients and adopts the plug. */
  async begin(autoOff: boolean, offOnDisconnect: boolean): Promise<void> {
    for (let at = 0; at < 3; at++) await this.connect(at, true, true);
    await this.plug.connect();
    await this.plug.there("here", true);
    await this.plug.announce(true);
    await this.plug.adopt(autoOff, offOnDisconnect);
    await this.lamp.begin();
  }

  async connect(at: number, clean: boolean, kept: boolean): Promise<void> {
    const slot = this.slots[at] as Slot;
    const model = this.models[at] as SlotModel;
    // 3.1.1 has one flag for both
    const keeps = slot.version === 4 ? !clean : kept;
    const present = model.connect(clean, keeps);
    slot.ids = [];
    const properties = { sessionExpiryInterval: keeps ? 1000 : 0, receiveMaximum: model.window };
    const old = slot.client;
    const client = await Client.connect(this.account, slot.person, slot.version, {
      clientId: `slot-${at}`,
      clean,
      ...(slot.version === 5 && { properties }),
    });
    expect(client.connack.sessionPresent).toBe(present);
    slot.client = client;
    if (old !== null) await old.end();
  }

  async lose(at: number, politely: boolean): Promise<void> {
    const slot = this.slots[at] as Slot;
    if (slot.client === null) return;
    (this.models[at] as SlotModel).lose();
    if (politely) slot.client.disconnect();
    else slot.client.cut();
    await slot.client.end();
    slot.client = null;
    const clients = () => this.account.ask((calls) => calls.clients.clients());
    // with pauses, because back-to-back calls within one process starve timers and the plug; the client that writes
    // to the lamp, and the lamp
    const others = 2 + (this.lamp.model.isConnected ? 1 : 0);
    const left = this.models.filter((each) => each.connected).length + others;
    await eventually(clients, ({ length }) => length === left);
  }

  async subscribe(at: number, filter: string, qos: 0 | 1 | 2): Promise<void> {
    const { client } = this.slots[at] as Slot;
    if (client === null) return;
    const allowed =
      at < 2 || filter === "+" ? this.granted.length > 0 || at < 2 : this.granted.includes(filter);
    client.send({
      cmd: "subscribe",
      messageId: 99,
      subscriptions: [{ topic: this.#topic(at, filter), qos }],
    });
    await client.until(() => client.received.some((each) => each.cmd === "suback"), "no suback");
    const [suback] = client.received.filter((each) => each.cmd === "suback");
    expect(suback?.granted).toEqual([allowed ? qos : 0x87]);
    client.received.splice(client.received.indexOf(suback as never), 1);
    if (allowed) this.models[at]?.session?.subscriptions.set(filter, qos);
  }

  unsubscribe(at: number, filter: string): void {
    const { client } = this.slots[at] as Slot;
    if (client === null) return;
    client.send({ cmd: "unsubscribe", messageId: 98, unsubscriptions: [this.#topic(at, filter)] });
    this.models[at]?.session?.subscriptions.delete(filter);
  }

  async publish(at: number, topic: string, qos: 0 | 1 | 2): Promise<void> {
    const slot = this.slots[at] as Slot;
    if (slot.client === null) return;
    const payload = `m${this.#said++}`;
    slot.client.publish(this.#topic(at, topic), payload, qos === 0 ? {} : { qos, messageId: 500 });
    const refused = at === 2 && !this.granted.includes(topic);
    // a QoS 2 exchange is completed at once; interruptions are tested elsewhere
    if (qos === 2 && !refused) slot.client.send({ cmd: "pubrel", messageId: 500 });
    if (!refused) for (const model of this.models) model.hear({ topic, payload, qos });
  }

  acknowledge(at: number, place: number): void {
    const slot = this.slots[at] as Slot;
    const model = this.models[at] as SlotModel;
    if (slot.client === null) return;
    const index = place % Math.max(1, model.underWay.length);
    const messageId = slot.ids[index];
    const sent = model.acknowledge(place);
    if (sent === null || messageId === undefined) return;
    const cmd = { puback: "puback", pubrec: "pubrec", pubcomp: "pubcomp" } as const;
    slot.client.send({ cmd: cmd[sent.phase], messageId } as never);
    if (sent.phase !== "pubrec") slot.ids.splice(index, 1);
  }

  async grant(topics: string[]): Promise<void> {
    const slot = this.slots[2] as Slot;
    this.granted = topics;
    await this.account.change(() => {
      slot.person.login.principal = {
        ...slot.person.login.principal,
        topics: topics.map(this.account.topic),
      } as never;
    });
  }

  end(): void {
    this.plug.end();
    this.lamp.end();
    for (const { client } of this.slots) client?.cut();
  }

  /** Checks that each client received exactly the model's messages. */
  async check(): Promise<void> {
    await this.plug.check();
    await this.lamp.check();
    const got = new Map<Client, Packet[]>();
    // twice: the first round handles the sent messages, the second their consequences
    for (let round = 0; round < 2; round++) {
      for (const { client } of this.slots) {
        if (client !== null) got.set(client, [...(got.get(client) ?? []), ...(await client.all())]);
      }
    }
    for (const [at, slot] of this.slots.entries()) {
      const model = this.models[at] as SlotModel;
      if (slot.client === null) continue;
      const seen: Expected[] = [];
      for (const packet of got.get(slot.client) ?? []) {
        if (packet.cmd === "publish") {
          expect(TOPICS.map((name) => this.#topic(at, name))).toContain(packet.topic);
          seen.push({ kind: "publish", payload: String(packet.payload), qos: packet.qos, dup: packet.dup });
          if (packet.qos === 0) continue;
          expect(slot.ids).not.toContain(packet.messageId);
          slot.ids.push(packet.messageId as number);
        } else if (packet.cmd === "pubrel") {
          seen.push({ kind: "pubrel", payload: "", qos: 2, dup: false });
          if (!slot.ids.includes(packet.messageId as number)) slot.ids.push(packet.messageId as number);
        }
      }
      expect(seen).toEqual(model.expected);
      expect(slot.ids.length).toBeLessThanOrEqual(model.window);
      model.expected = [];
    }
  }
}
