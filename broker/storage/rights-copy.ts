/** The copy of the rights: the account's logins, devices, series and sessions, as D1 last returned them. */

import { OF_EACH_APP } from "../contract/asking.ts";
import type { Control } from "../contract/controls.ts";
import type { AskedCaller } from "../contract/device-events.ts";
import { type JsonColumn, readable } from "../contract/json.ts";
import type { SeriesRights } from "../contract/telemetry.ts";
import { displayTopic, measuringDevice } from "../contract/topics.ts";
import type { MessageWriter } from "../contract/writer.ts";
import type { AccountRights, DeviceRights, LoginRights, TokenLogin } from "../ports.ts";
import { deviceColumn, loginColumn, seriesColumn, sessionColumn } from "./shapes.ts";
import { type Sql, Table } from "./sql.ts";
import { readWriters } from "./writers.ts";

export type CopiedRights = Pick<AccountRights, "logins" | "devices" | "series" | "sessions" | "details">;

/** A row of the copy, found by the name that a client sends or by its id. */
interface RightsRow {
  kind: string;
  name: string;
  id: string;
  facts: string;
}

/** What differs between the copy and rights that were read: rows to remove or replace, and rows to write. */
export interface RightsDifference {
  stale: readonly RightsRow[];
  fresh: readonly RightsRow[];
}

/** Returns the ids of the logins, sessions and devices that differ. */
export const changedIds = ({ stale, fresh }: RightsDifference): string[] =>
  [...stale, ...fresh].filter(({ kind }) => kind !== "series" && kind !== "details").map(({ id }) => id);

const rowOf = <T>(column: JsonColumn<T>, whole: T, kind: string, id: string, name = id): RightsRow => ({
  kind,
  name,
  id,
  facts: column.write(whole),
});

/** The first series of a channel is found by the channel's id. */
const seriesRow = ({ channelId, ...each }: SeriesRights, n: number): RightsRow =>
  rowOf(seriesColumn, each, "series", channelId, n === 0 ? channelId : `${channelId} ${n}`);

/** A device is a login whose name is its id. */
const rowsOf = ({ logins, devices, series = [], sessions = [], details = [] }: CopiedRights): RightsRow[] => [
  ...logins.map(({ id, name, ...login }) => rowOf(loginColumn, login, login.kind, id, name)),
  ...devices.map(({ deviceId, ...device }) => rowOf(deviceColumn, device, "device", deviceId)),
  ...[...Map.groupBy(series, ({ channelId }) => channelId).values()].flatMap((own) => own.map(seriesRow)),
  ...sessions.map(({ digest, until }) => rowOf(sessionColumn, { until }, "session", digest)),
  ...details.map(({ deviceId, text }) => ({ kind: "details", name: deviceId, id: deviceId, facts: text })),
];

/** A device, or a channel that is a series, whose messages contain measured values. */
export interface Measuring {
  /** `device:{id}` or `channel:{id}`. */
  source: string;
  deviceId: string | null;
  /** The path of each of a channel's values and its key; null for a device, whose message is an object of values. */
  channel: readonly Pick<SeriesRights, "path" | "name">[] | null;
}

/** Whether a row of the rights could not be read since it was last cleared: the rights are then read again. */
export class Unreadable {
  isMet = false;
  onMet: () => void = () => {};

  meet(): void {
    this.isMet = true;
    this.onMet();
  }
}

export type RemovedDevice = Pick<DeviceRights, "deviceId" | "name">;
export type AdoptedDevice = DeviceRights & Required<Pick<DeviceRights, "found">>;

const keyOf = ({ kind, name }: Pick<RightsRow, "kind" | "name">): string => `${kind} ${name}`;

export class RightsCopy extends Table {
  readonly #series = this.sql.hold(() => this.#readSeries());
  readonly #found = this.sql.hold(() => this.#readFound());
  /** Ids of discovered devices by their announced command topics. */
  readonly #commanded = this.sql.hold(() => this.#readCommanded());
  /** Of devices that have controls, by id. */
  readonly #controls = this.sql.hold(() => this.#readControls());
  /** Of devices that ask their owner about some callers, by id. */
  readonly #asking = this.sql.hold(() => this.#readAsking());
  readonly #devices = this.sql.hold(() => this.#readDevices());
  /** Logins that were read, by kind and name. */
  readonly #logins = this.sql.hold(() => new Map<string, LoginRights>());
  /** Devices that were read, by id. */
  readonly #known = this.sql.hold(() => new Map<string, DeviceRights | null>());
  readonly #writers = this.sql.hold(() => readWriters(this.sql));
  /** When each login session ends, by its digest. Milliseconds since 1970. */
  readonly #sessions = this.sql.hold(() => this.#readSessions());

  readonly #unreadable: Unreadable;

  constructor(sql: Sql, unreadable: Unreadable) {
    super(sql);
    this.#unreadable = unreadable;
  }

  /** A row that cannot be read, because an earlier release wrote it, has no rights until they are read again. */
  #read<T>(column: JsonColumn<T>, { facts }: Pick<RightsRow, "facts">): T | null {
    const value = readable(column, facts);
    if (value === null) this.#unreadable.meet();
    return value;
  }

  #loginOf(row: RightsRow): LoginRights | null {
    const login = this.#read(loginColumn, row);
    return login && { ...login, id: row.id, name: row.name };
  }

  #labelOf(row: RightsRow): string | undefined {
    const login = this.#loginOf(row);
    return login !== null && "label" in login ? login.label : undefined;
  }

  #deviceOf(row: RightsRow): DeviceRights | null {
    const device = this.#read(deviceColumn, row);
    return device && { ...device, deviceId: row.id };
  }

  #readSessions(): Map<string, number> {
    return new Map(
      this.#rows("session").flatMap((row): [string, number][] => {
        const session = this.#read(sessionColumn, row);
        return session === null ? [] : [[row.id, session.until]];
      }),
    );
  }

  #readSeries(): SeriesRights[] {
    return this.#rows("series").flatMap((row) => {
      const series = this.#read(seriesColumn, row);
      return series === null ? [] : { ...series, channelId: row.id };
    });
  }

  devices(): DeviceRights[] {
    return this.#rows("device").flatMap((row) => this.#deviceOf(row) ?? []);
  }

  #readFound(): AdoptedDevice[] {
    return this.devices().filter((device): device is AdoptedDevice => device.found !== undefined);
  }

  #readCommanded(): Map<string, string[]> {
    const topics = this.found.flatMap(({ deviceId, found: { commandTopic, controls = [] } }) => {
      const own = [commandTopic, ...controls.flatMap((control) => control.commandTopic ?? [])];
      return [...new Set(own)].map((topic) => ({ topic, deviceId }));
    });
    const byTopic = Map.groupBy(topics, ({ topic }) => topic);
    return new Map([...byTopic].map(([topic, all]) => [topic, all.map(({ deviceId }) => deviceId)]));
  }

  #readControls(): Map<string, readonly Control[]> {
    return new Map(
      this.devices().flatMap(({ deviceId, controls }) => (controls ? [[deviceId, controls] as const] : [])),
    );
  }

  #readAsking(): Map<string, readonly AskedCaller[]> {
    return new Map(
      this.devices().flatMap(({ deviceId, askFirst }) => (askFirst ? [[deviceId, askFirst] as const] : [])),
    );
  }

  /** Returns the callers about which a device asks its owner; null for none. */
  askFirstOf(deviceId: string): readonly AskedCaller[] | null {
    return this.#asking.get().get(deviceId) ?? null;
  }

  /** The same where the holder of a token switches it. */
  askFirstFor({ asks }: Pick<TokenLogin, "asks">, deviceId: string): readonly AskedCaller[] | null {
    return asks ? OF_EACH_APP : this.askFirstOf(deviceId);
  }

  /** Returns the controls of a device; null without any. */
  controlsOf(deviceId: string): readonly Control[] | null {
    return this.#controls.get().get(deviceId) ?? null;
  }

  get found(): readonly AdoptedDevice[] {
    return this.#found.get();
  }

  /** Returns the ids of discovered devices that take commands on this topic. */
  commandedOn(userId: string, topic: string): string[] {
    const commanded = this.#commanded.get();
    // topics are announced with or without the account's prefix
    const announced = new Set([topic, displayTopic(userId, topic)]);
    return [...announced].flatMap((each) => commanded.get(each) ?? []);
  }

  #readDevices(): Set<string> {
    const rows = [...this.sql.exec("SELECT name FROM rights WHERE kind = 'device'")];
    return new Set(rows.map(({ name }) => String(name)));
  }

  measuredBy(userId: string, topic: string): readonly Measuring[] {
    const deviceId = measuringDevice(userId, topic);
    const isDevice = deviceId !== null && this.hasDevice(deviceId);
    const series = this.#series.get().filter((each) => each.topic === topic);
    const channels = Map.groupBy(series, ({ channelId }) => channelId);
    return [
      ...(isDevice ? [{ source: `device:${deviceId}`, deviceId, channel: null }] : []),
      ...[...channels].map(([id, channel]) => ({ source: `channel:${id}`, deviceId: null, channel })),
    ];
  }

  /** Of all channels. */
  series(): readonly SeriesRights[] {
    return this.#series.get();
  }

  channelSeries(channelId: string): SeriesRights[] {
    return this.#series.get().filter((each) => each.channelId === channelId);
  }

  difference(rights: CopiedRights): RightsDifference {
    const after = new Map(rowsOf(rights).map((row) => [keyOf(row), row]));
    const stale = this.#all().filter((row) => {
      const same = after.get(keyOf(row));
      if (same?.id !== row.id || same.facts !== row.facts) return true;
      after.delete(keyOf(row));
      return false;
    });
    return { stale, fresh: [...after.values()] };
  }

  /** Returns the removed devices. */
  replace({ stale, fresh }: RightsDifference): RemovedDevice[] {
    this.#series.drop();
    this.#found.drop();
    this.#commanded.drop();
    this.#controls.drop();
    this.#asking.drop();
    this.#devices.drop();
    this.#logins.drop();
    this.#known.drop();
    this.#writers.drop();
    this.#sessions.drop();
    const written = new Set(fresh.map(keyOf));
    const removed = stale.filter((row) => !written.has(keyOf(row)));
    for (const { kind, name } of removed)
      this.sql.exec("DELETE FROM rights WHERE kind = ? AND name = ?", kind, name);
    for (const { kind, name, id, facts } of fresh) {
      const put = "INSERT OR REPLACE INTO rights (kind, name, id, facts) VALUES (?, ?, ?, ?)";
      this.sql.exec(put, kind, name, id, facts);
    }
    return removed
      .filter(({ kind }) => kind === "device")
      .map((row) => ({ deviceId: row.id, name: this.#deviceOf(row)?.name ?? "" }));
  }

  login(kind: LoginRights["kind"], name: string): LoginRights | null {
    const logins = this.#logins.get();
    const key = keyOf({ kind, name });
    const known = logins.get(key);
    if (known !== undefined) return known;
    const row = this.#row(kind, name);
    const read = row && this.#loginOf(row);
    // a name that does not exist is not remembered: a stranger may try any number
    if (read !== null) logins.set(key, read);
    return read;
  }

  /** By its id: the token of an app changes, and its id stays. */
  token(id: string): TokenLogin | null {
    const [row] = this.sql.exec("SELECT * FROM rights WHERE kind = 'token' AND id = ?", id);
    const login = row === undefined ? null : this.#loginOf(row as unknown as RightsRow);
    return login?.kind === "token" ? login : null;
  }

  device(deviceId: string): DeviceRights | null {
    if (!this.hasDevice(deviceId)) return null;
    const known = this.#known.get();
    const device = known.get(deviceId);
    if (device !== undefined) return device;
    const row = this.#row("device", deviceId);
    const read = row === null ? null : this.#deviceOf(row);
    known.set(deviceId, read);
    return read;
  }

  hasDevice(deviceId: string): boolean {
    return this.#devices.get().has(deviceId);
  }

  /** Returns when a login session ends, or null for an unknown one. Milliseconds since 1970. */
  sessionEnd(digest: string): number | null {
    return this.#sessions.get().get(digest) ?? null;
  }

  /** Returns the texts that the worker stored with one device, or with all. */
  details(deviceId: string | null): string[] {
    const rows = this.sql.exec(
      "SELECT facts FROM rights WHERE kind = 'details' AND (?1 IS NULL OR name = ?1)",
      deviceId,
    );
    return [...rows].map(({ facts }) => String(facts));
  }

  /** The rows that may write messages, by id. */
  get writers(): ReadonlyMap<string, MessageWriter> {
    return this.#writers.get();
  }

  /** Returns the owner's labels of credentials, tokens and devices, by id. */
  names(): Map<string, string> {
    const rows = [...this.sql.exec("SELECT * FROM rights WHERE kind IN ('credential', 'token', 'device')")];
    return new Map(
      (rows as unknown as RightsRow[]).flatMap((row): [string, string][] => {
        const name = row.kind === "device" ? this.#deviceOf(row)?.name : this.#labelOf(row);
        return name === undefined ? [] : [[row.id, name]];
      }),
    );
  }

  #rows(kind: string): RightsRow[] {
    return [...this.sql.exec("SELECT * FROM rights WHERE kind = ?", kind)] as unknown as RightsRow[];
  }

  #row(kind: string, name: string): RightsRow | null {
    const [row] = this.sql.exec("SELECT * FROM rights WHERE kind = ? AND name = ?", kind, name);
    return (row as RightsRow | undefined) ?? null;
  }

  #all(): RightsRow[] {
    return [...this.sql.exec("SELECT * FROM rights")] as unknown as RightsRow[];
  }
}
