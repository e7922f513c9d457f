/**
 * The pause after a clear: since when a condition holds is in memory only then. Random edits, naps and failed
 * transactions against a model that holds nothing but the cause.
 */

import { runInDurableObject } from "cloudflare:test";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Hub } from "../../../broker/hub.ts";
import { type Account, nap, useAccounts, useLimits } from "./support/account.ts";
import { Client, eventually } from "./support/client.ts";
import { alarmOf, NOON, ring } from "./support/schedules.ts";
import { SECOND, sender, watched, watchOn } from "./support/watches.ts";

const REQUIRED = 6;
/** After a clear a watch waits four seconds; then it remembers at least the last observation that fulfilled it. */
const LATENESS = 4;

beforeEach(() => {
  useAccounts();
  useLimits({ EVENT_RATE: 0, MQTT_CONNECT_RATE: 0, MQTT_PUBLISH_RATE: 0 });
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const failedTurn = (account: Account) =>
  runInDurableObject(account.stub, (object) => {
    const { turns } = (object as unknown as { hub: Hub }).hub.modules;
    turns.turn((plan) =>
      plan.write(() => {
        throw new Error("database or disk is full");
      }),
    );
  });

type Made = Awaited<ReturnType<typeof watched>>;
type Other = Awaited<ReturnType<typeof watchOn>>;
type Ids = Record<"lost" | "beyond" | "untaken", string>;

/** A device with a watch on its presence, on a value and on its commands, and a watch that only changes. */
class World {
  readonly #made: Made;
  readonly #other: Other;
  readonly #ids: Ids;
  #client: Client | null = null;
  #command: number | undefined;
  #second = 0;
  /** Since when each condition holds. Seconds after noon. */
  readonly since: Record<keyof Ids, number | null> = {
    lost: 0,
    beyond: null,
    untaken: null,
  };

  static async begin(): Promise<World> {
    const made = await watched({ lostForMs: REQUIRED * SECOND });
    const { deviceId } = made.device;
    const threshold = { above: 8, clear: 8, forMs: REQUIRED * SECOND };
    const beyond = await watchOn(made.account, deviceId, threshold, { key: "t" });
    const untaken = await watchOn(made.account, deviceId, { notTakenForMs: REQUIRED * SECOND });
    const other = await watchOn(made.account, deviceId, { events: ["errored"] });
    const ids = { lost: made.watch.id, beyond: beyond.watch.id, untaken: untaken.watch.id };
    return new World(made, other, ids);
  }

  constructor(made: Made, other: Other, ids: Ids) {
    this.#made = made;
    this.#other = other;
    this.#ids = ids;
  }

  get account(): Account {
    return this.#made.account;
  }

  async value(t: number): Promise<void> {
    await this.connect();
    this.#client?.publish(
      this.account.topic(`devices/${this.#made.device.deviceId}/telemetry`),
      `{"t":${t}}`,
    );
    await this.#read();
    this.since.beyond = t > 8 ? (this.since.beyond ?? this.#second) : null;
  }

  async connect(): Promise<void> {
    if (this.#client !== null) return;
    this.#client = await Client.connect(this.account, this.#made.device);
    this.since.lost = null;
    await this.#read();
  }

  async lose(): Promise<void> {
    await this.#client?.lose();
    this.#client = null;
    await eventually(
      () => this.account.ask((calls) => calls.devices.presence(this.#made.device.deviceId)),
      ({ clients }) => clients.length === 0,
    );
    this.since.lost ??= this.#second;
  }

  async press(): Promise<void> {
    await this.account.ask((calls) => calls.devices.switchDevice(this.#made.device.deviceId, "on"));
    this.since.untaken ??= this.#second;
    if (this.#client !== null) await this.#read();
  }

  /** The device acknowledges what it received. */
  async take(): Promise<void> {
    await this.connect();
    if (this.#command === undefined) return;
    this.#client?.send({ cmd: "puback", messageId: this.#command });
    this.#command = undefined;
    await this.#read();
    this.since.untaken = null;
  }

  async #read(): Promise<void> {
    for (const packet of (await this.#client?.all()) ?? []) {
      if (packet.cmd === "publish") this.#command = packet.messageId;
    }
  }

  edit = () => this.#other.put({ name: `W${this.#second}` });
  snooze = () =>
    this.account.ask((calls) => calls.watches.snoozeWatch(this.#other.watch.id, Date.now() + SECOND));
  nap = () => nap(this.account);
  fail = () => failedTurn(this.account);

  async pass(): Promise<void> {
    this.#second += 1;
    vi.setSystemTime(NOON + this.#second * SECOND);
    const due = await alarmOf(this.account);
    if (due !== null && due <= Date.now()) await ring(this.account);
  }

  async check(): Promise<void> {
    const listed = await this.account.ask((calls) => calls.watches.listWatches());
    for (const [name, id] of Object.entries(this.#ids)) {
      const since = this.since[name as keyof Ids];
      const held = since === null ? 0 : this.#second - since;
      const isRaised = listed.find((watch) => watch.id === id)?.state === "raised";
      if (held < REQUIRED) expect([this.#second, name, isRaised]).toEqual([this.#second, name, false]);
      if (held >= REQUIRED + LATENESS)
        expect([this.#second, name, isRaised]).toEqual([this.#second, name, true]);
    }
  }

  /** Nothing more happens: what holds must be raised without an event. */
  async end(): Promise<void> {
    for (let passed = 0; passed <= REQUIRED + LATENESS; passed++) await this.pass();
    await this.check();
    await this.#client?.lose();
  }
}

type Act = (world: World) => Promise<unknown>;
const act = (weight: number, name: string, run: Act) => ({
  weight,
  arbitrary: fc.constant({ name, run }),
});
const acts = fc.array(
  fc.oneof(
    act(5, "pass", (world) => world.pass()),
    act(2, "9", (world) => world.value(9)),
    act(2, "5", (world) => world.value(5)),
    act(2, "connect", (world) => world.connect()),
    act(2, "lose", (world) => world.lose()),
    act(2, "press", (world) => world.press()),
    act(2, "take", (world) => world.take()),
    act(2, "edit", (world) => world.edit()),
    act(1, "snooze", (world) => world.snooze()),
    act(1, "nap", (world) => world.nap()),
    act(2, "fail", (world) => world.fail()),
  ),
  { minLength: 10, maxLength: 60 },
);

test("no edit, nap or failed transaction makes a watch forget a condition that holds [F505]", async () => {
  await fc.assert(
    fc.asyncProperty(acts, async (list) => {
      const done: string[] = [];
      vi.setSystemTime(NOON);
      const world = await World.begin();
      try {
        for (const { name, run } of list) {
          done.push(name);
          await run(world);
          await world.check();
        }
        await world.end();
      } catch (error) {
        throw new Error(`${done.join(", ")}\n${error}`);
      }
    }),
    { numRuns: 25, seed: 1, endOnFailure: true },
  );
}, 600_000);

test.each<[string, Act]>([
  ["another watch is changed", (world) => world.edit()],
  ["another watch is snoozed", (world) => world.snooze()],
  ["a transaction fails", (world) => world.fail()],
  ["the object is evicted", (world) => world.nap()],
])("a condition that begins again within the pause after a clear raises when then %s", async (_, happens) => {
  const world = await World.begin();
  await world.value(9);
  await world.press();
  for (let second = 0; second <= REQUIRED; second++) await world.pass();
  await world.lose();
  for (let second = 0; second <= REQUIRED; second++) await world.pass();
  await world.check();
  await world.value(5);
  await world.press();
  await world.take();
  await world.pass();
  await world.press();
  await world.value(9);
  await world.lose();
  await happens(world);
  await world.end();
});

test.each<[string, (account: Account, change: () => Promise<unknown>) => Promise<unknown>]>([
  ["the watch is renamed", (_, change) => change()],
  ["a transaction fails", failedTurn],
  ["the object is evicted", nap],
])("the intervals of a new series are not learned again when %s", async (_, happens) => {
  const { account, device, put } = await watched({ silentForMs: "auto" }, { key: "t" });
  const { send } = await sender(account, device);
  for (const second of [1, 4]) await send(second, { t: 1 });
  await happens(account, () => put({ name: "V" }));
  for (const second of [7, 11]) await send(second, { t: 1 });
  expect((await account.ask((calls) => calls.watches.listWatches()))[0]?.nextAt).toBe(NOON + 20 * SECOND);
});
