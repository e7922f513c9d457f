/** The lamp of the model test on the real broker: it has controls, and is switched by calls, messages and schedules. */

import { expect } from "vitest";
import type { Control } from "../../../broker/contract/controls.ts";
import { LampModel, type Values } from "./model-lamp.ts";
import type { State } from "./model-plug.ts";
import { type Account, nap } from "./support/account.ts";
import { Client, eventually } from "./support/client.ts";
import { ring, runsOf, schedule } from "./support/schedules.ts";

const NAMED = { name: null, unit: null };
const CONTROLS: readonly Control[] = [
  { key: "brightness", kind: "number", min: 0, max: 100, step: 1, ...NAMED },
  { key: "mode", kind: "choice", options: ["eco", "boost"], ...NAMED },
  { key: "reset", kind: "button", ...NAMED },
];

export class LampWorld {
  readonly model = new LampModel();
  readonly #account: Account;
  readonly #device;
  readonly #writer;
  #writes: Client | null = null;
  #client: Client | null = null;
  /** Packet ids to acknowledge, in order. */
  #ids: number[] = [];
  #heard: unknown[] = [];
  readonly #planned: string[] = [];

  constructor(account: Account) {
    this.#account = account;
    this.#device = account.device();
    this.#writer = account.root();
    account.controls.set(this.#device.deviceId, CONTROLS);
  }

  /** Connects the client that writes to the lamp. */
  async begin(): Promise<void> {
    this.#writes = await Client.connect(this.#account, this.#writer);
  }

  async connect(): Promise<void> {
    await this.leave();
    this.#client = await Client.connect(this.#account, this.#device);
    this.#ids = [];
    this.model.connect();
  }

  async leave(): Promise<void> {
    if (this.#client === null) return;
    await this.#listen();
    const clients = () => this.#account.ask((calls) => calls.clients.clients());
    const before = (await clients()).length;
    this.#client.cut();
    this.#client = null;
    // it acknowledges nothing any more
    this.#ids = [];
    await eventually(clients, ({ length }) => length === before - 1);
    this.model.leave();
  }

  async order(state: State | null, set: Values): Promise<void> {
    const how = { actor: "api", wait: 0, set } as const;
    await this.#account.ask((calls) => calls.devices.switchDevice(this.#device.deviceId, state, how));
    this.model.command(state, Object.keys(set).length === 0 ? {} : set, "api");
    await this.#listen();
  }

  async write(body: Values): Promise<void> {
    const topic = `devices/${this.#device.deviceId}/control`;
    this.#writes?.publish(topic, JSON.stringify(body), { qos: 1, messageId: 1 });
    await this.#writes?.all();
    this.model.message(body);
    await this.#listen();
  }

  async acknowledge(): Promise<void> {
    await this.#listen();
    const messageId = this.#ids.shift();
    expect(this.model.acknowledge()).toBe(messageId !== undefined);
    if (messageId === undefined) return;
    this.#client?.send({ cmd: "puback", messageId });
    await this.#listen();
  }

  async declare(hasMode: boolean): Promise<void> {
    await this.#account.change(() => {
      const kept = CONTROLS.filter(({ key }) => hasMode || key !== "mode");
      this.#account.controls.set(this.#device.deviceId, kept);
    });
    this.model.declare(hasMode);
  }

  /** A schedule that is due now, after a nap or before it. */
  async plan(state: State, set: Values | null, asleep: boolean): Promise<void> {
    const now = Date.now();
    const more = { state, timing: { at: now }, since: now - 1, ...(set !== null && { set }) };
    const due = await schedule(this.#account, this.#device.deviceId, more);
    if (asleep) await nap(this.#account);
    await ring(this.#account);
    this.#planned.push(due.id);
    this.model.planned(state, set);
    await this.#listen();
  }

  async #listen(): Promise<void> {
    for (const packet of (await this.#client?.all()) ?? []) {
      if (packet.cmd !== "publish") continue;
      this.#heard.push(JSON.parse(String(packet.payload)));
      if (packet.messageId !== undefined && packet.qos > 0) this.#ids.push(packet.messageId);
    }
  }

  /** Checks the lamp's messages, its state and its wanted values in the API, and its events against the model. */
  async check(): Promise<void> {
    await this.#listen();
    const { model } = this;
    expect(this.#heard).toEqual(model.expected);
    this.#heard = [];
    model.expected = [];
    const { deviceId } = this.#device;
    const { sighting } = await this.#account.ask((calls) => calls.devices.presence(deviceId));
    const { state, taken } = model;
    expect(sighting).toMatchObject({ connected: model.isConnected, state, taken });
    const wanted = Object.entries(sighting.wanted).map(([key, { value }]) => [key, value]);
    expect(new Map(wanted as [string, unknown][])).toEqual(
      new Map([...model.wanted].map(([key, { value }]) => [key, value])),
    );
    const events = (await this.#account.kept()).filter((event) => event.deviceId === deviceId);
    const switched = events.filter(({ actor }) => actor !== null);
    expect(switched.map(({ type, actor, set }) => [type, actor, set ?? null])).toEqual(model.events);
    // errors are summed
    expect(events.some(({ type }) => type === "errored")).toBe(model.errors > 0);
    for (const id of this.#planned) expect(await runsOf(this.#account, { id })).toHaveLength(1);
  }

  end(): void {
    this.#client?.cut();
    this.#writes?.cut();
  }
}
