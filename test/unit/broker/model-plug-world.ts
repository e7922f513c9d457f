/** The plug of the model test on the real broker: announced, adopted, reporting and switched. */

import { expect, vi } from "vitest";
import type { DiscoveredListItem } from "../../../broker/contract/discovered.ts";
import {
  AUTO_OFF,
  COMMAND_TTL,
  PlugModel,
  type PlugState,
  type Run,
  type State,
  type Word,
} from "./model-plug.ts";
import { type Account, nap } from "./support/account.ts";
import { Client, eventually } from "./support/client.ts";
import { adopt, press } from "./support/discovered.ts";
import { ring, runsOf, schedule } from "./support/schedules.ts";

const PLACE = "homeassistant/switch/plug/config";
const PAYLOADS: Record<string, PlugState> = { "1": "on", "0": "off" };
const payloadOf = (told: PlugState): string => ({ on: "1", off: "0", other: "?" })[told];
const BY = {
  browser: "page",
  device: "mqtt",
  schedule: "schedule",
  timer: "auto-off",
  disconnect: "auto-off",
} as const;

interface Adopted {
  id: string;
  name: string;
  model: PlugModel;
  runs: { id: string; run: Run }[];
  status: string | null;
}

export class PlugWorld {
  readonly #account: Account;
  readonly #hasState: boolean;
  readonly #person;
  #client: Client | null = null;
  #adopted: Adopted | null = null;
  #isAnnounced = false;
  readonly #retained: { state: PlugState | null; there: Word | null } = { state: null, there: null };
  /** Commands received since its adoption. */
  #heard: State[] = [];
  #names = 0;
  /** Seconds. */
  #now = 0;

  constructor(account: Account, hasState: boolean) {
    this.#account = account;
    this.#hasState = hasState;
    this.#person = account.root();
  }

  async connect(): Promise<void> {
    const will = { topic: "plug/there", payload: Buffer.from("away"), qos: 1 as const, retain: true };
    this.#client = await Client.connect(this.#account, this.#person, 5, { will });
    await this.#client.subscribe("plug/set", 0);
    await this.#client.subscribe("devices/+/status", 0);
  }

  async #say(topic: string, payload: string, retain: boolean): Promise<void> {
    this.#client?.publish(topic, payload, { retain });
    await this.#listen();
  }

  async announce(isAnnounced: boolean): Promise<void> {
    const state = this.#hasState ? { stat_t: "plug/state" } : {};
    const avty = { t: "plug/there", pl_avail: "here", pl_not_avail: "away" };
    const announcement = { name: "Plug", cmd_t: "plug/set", pl_on: "1", pl_off: "0", ...state, avty };
    this.#isAnnounced = isAnnounced;
    await this.#say(PLACE, isAnnounced ? JSON.stringify(announcement) : "", true);
  }

  async #listed(): Promise<DiscoveredListItem[]> {
    return (await this.#account.ask((calls) => calls.devices.found())) as DiscoveredListItem[];
  }

  async adopt(autoOff: boolean, offOnDisconnect: boolean): Promise<void> {
    const [found] = await this.#listed();
    if (found === undefined) return;
    const id = await adopt(this.#account, found);
    const model = new PlugModel(this.#hasState, this.#retained, this.#now);
    this.#heard = [];
    this.#adopted = { id, name: "Plug", model, runs: [], status: null };
    await this.settings(autoOff, offOnDisconnect);
  }

  async settings(autoOff: boolean, offOnDisconnect: boolean): Promise<void> {
    if (this.#adopted === null) return;
    const { id, model } = this.#adopted;
    Object.assign(model, { autoOff, offWhenGone: offOnDisconnect });
    const switching = { commandTtl: COMMAND_TTL, autoOff: autoOff ? AUTO_OFF : 0, offOnDisconnect };
    await this.#account.change(() => {
      this.#account.switching = [{ deviceId: id, ...switching }];
    });
    await this.#ring();
  }

  async rename(): Promise<void> {
    if (this.#adopted === null) return;
    const name = `Plug ${++this.#names}`;
    this.#account.names.set(this.#adopted.id, name);
    this.#adopted.name = name;
    await this.#account.rightsAdded();
  }

  async remove(): Promise<void> {
    const { id } = this.#adopted ?? {};
    if (id === undefined) return;
    const { found, bareDevices } = this.#account;
    await this.#account.change(() => {
      found.delete(id);
      bareDevices.splice(bareDevices.indexOf(id), 1);
      this.#account.switching = [];
      this.#account.schedules = this.#account.schedules.filter(({ deviceId }) => deviceId !== id);
    });
    this.#adopted = null;
  }

  async press(state: State): Promise<void> {
    if (this.#adopted === null) return;
    await press(this.#account, this.#adopted.id, state, 0);
    this.#adopted.model.switch(state, "browser", this.#now);
  }

  async say(told: PlugState, retain: boolean): Promise<void> {
    if (retain) this.#retained.state = told;
    await this.#say("plug/state", payloadOf(told), retain);
    this.#adopted?.model.reportState(told, this.#now);
  }

  async there(word: Word, retain: boolean): Promise<void> {
    if (retain) this.#retained.there = word;
    await this.#say("plug/there", word, retain);
    this.#adopted?.model.reportAvailability(word, this.#now);
  }

  async cut(): Promise<void> {
    const connected = () => this.#account.ask((calls) => calls.clients.clients());
    const before = (await connected()).length;
    await this.#listen();
    this.#client?.cut();
    await eventually(connected, ({ length }) => length === before - 1);
    this.#retained.there = "away";
    const told = this.#adopted?.model.commands.length;
    this.#adopted?.model.reportAvailability("away", this.#now);
    // sent while the plug was offline
    if (told !== undefined) this.#heard.push(...(this.#adopted?.model.commands.slice(told) ?? []));
    await this.connect();
  }

  async plan(state: State, asleep: boolean): Promise<void> {
    if (this.#adopted === null) return;
    const now = Date.now();
    const { id, model, runs } = this.#adopted;
    const due = await schedule(this.#account, id, { state, timing: { at: now }, since: now - 1 });
    if (asleep) await nap(this.#account);
    runs.push({ id: due.id, run: model.switch(state, "schedule", this.#now) });
    await this.#ring();
  }

  async later(seconds: number): Promise<void> {
    this.#now += seconds;
    vi.setSystemTime(Date.now() + seconds * 1000);
    await this.#ring();
  }

  async #ring(): Promise<void> {
    await ring(this.#account);
    this.#adopted?.model.checkAutoOff(this.#now);
  }

  async #listen(): Promise<void> {
    const adopted = this.#adopted;
    for (const packet of (await this.#client?.all()) ?? []) {
      if (packet.cmd !== "publish") continue;
      const text = String(packet.payload);
      if (packet.topic === "plug/set") this.#heard.push(PAYLOADS[text] as State);
      else if (adopted !== null && packet.topic === `devices/${adopted.id}/status`) adopted.status = text;
    }
  }

  /** Checks the plug's commands and its state in the API against the model. */
  async check(): Promise<void> {
    await this.#listen();
    expect(await this.#listed()).toHaveLength(this.#isAnnounced && this.#adopted === null ? 1 : 0);
    if (this.#adopted === null) return;
    const { id, name, model, runs, status } = this.#adopted;
    const { isThere: connected, command } = model;
    const { sighting } = await this.#account.ask((calls) => calls.devices.presence(id));
    const [state, taken] = [command?.state ?? null, command?.taken ?? null];
    expect(sighting).toMatchObject({ connected, state, taken });
    expect(this.#heard).toEqual(model.commands);
    const events = (await this.#account.kept()).filter(({ deviceId }) => deviceId === id);
    expect(events.map(({ type, actor }) => [type, actor])).toEqual(model.events);
    expect(events.filter(({ deviceName }) => deviceName !== name)).toEqual([]);
    const by = command === null ? null : BY[command.by];
    expect(JSON.parse(status ?? "{}")).toMatchObject({ state: state ?? "off", connected, taken, by });
    for (const { id: scheduleId, run } of runs) {
      const rows = await runsOf(this.#account, { id: scheduleId });
      expect(rows.map(({ outcome }) => outcome)).toEqual([run.outcome]);
    }
  }

  end(): void {
    this.#client?.cut();
  }
}
