/** The account's rights as its database last said: who may log in, and which devices there are. */

import { type JsonColumn, readable } from "../contract/json.ts";
import type { SeriesRights } from "../contract/telemetry.ts";
import { displayTopic, measuringDevice } from "../contract/topics.ts";
import type { AccountRights, DeviceRights, LoginRights } from "../ports.ts";
import { deviceColumn, loginColumn, seriesColumn, sessionColumn } from "./shapes.ts";
import type { Held, Sql } from "./sql.ts";

export type CopiedRights = Pick<AccountRights, "logins" | "devices" | "series" | "sessions" | "details">;

/** A row of the copy: found by what a client says, or by its id. */
interface RightsRow {
  kind: string;
  name: string;
  id: string;
  facts: string;
}

const rowOf = <T>(column: JsonColumn<T>, whole: T, kind: string, id: string, name = id): RightsRow => ({
  ...{ kind, name, id },
  facts: column.write(whole),
});

/** Devices stand among the logins by their id, which is what a client says that is one. */
const rowsOf = ({ logins, devices, series = [], sessions = [], details = [] }: CopiedRights): RightsRow[] => [
  ...logins.map(({ id, name, ...login }) => rowOf(loginColumn, login, login.kind, id, name)),
  ...devices.map(({ deviceId, ...device }) => rowOf(deviceColumn, device, "device", deviceId)),
  ...series.map(({ channelId, ...each }) => rowOf(seriesColumn, each, "series", channelId)),
  ...sessions.map(({ digest, until }) => rowOf(sessionColumn, { until }, "session", digest)),
  ...details.map(({ deviceId, text }) => ({ kind: "details", name: deviceId, id: deviceId, facts: text })),
];

/** Who has a row that cannot be read has no rights until the next copy. */
const loginOf = ({ id, name, facts }: RightsRow): LoginRights | null => {
  const login = readable(loginColumn, facts);
  return login && { ...login, id, name };
};
const labelOf = (row: RightsRow): string | undefined => {
  const login = loginOf(row);
  return login !== null && "label" in login ? login.label : undefined;
};
const deviceOf = ({ id, facts }: RightsRow): DeviceRights | null => {
  const device = readable(deviceColumn, facts);
  return device && { ...device, deviceId: id };
};

/** Whose messages are measured: of a device, or of a channel that is a series. */
export interface Measuring {
  /** `device:{id}` or `channel:{id}`. */
  source: string;
  deviceId: string | null;
  /** Where its value lies, and the key of it; null where all of a message is values by their keys. */
  channel: Pick<SeriesRights, "path" | "name"> | null;
}

export type AdoptedDevice = DeviceRights & Required<Pick<DeviceRights, "found">>;

const keyOf = ({ kind, name }: RightsRow): string => `${kind} ${name}`;

export class RightsCopy {
  readonly #sql: Sql;
  readonly #series: Held<SeriesRights[]>;
  readonly #found: Held<AdoptedDevice[]>;
  /** Discovered devices by the topic of their commands, as it was announced. */
  readonly #commanded: Held<Map<string, AdoptedDevice[]>>;
  readonly #devices: Held<Set<string>>;

  constructor(sql: Sql) {
    this.#sql = sql;
    this.#series = sql.hold(() => this.#readSeries());
    this.#found = sql.hold(() => this.#readFound());
    this.#commanded = sql.hold(() => Map.groupBy(this.found, ({ found }) => found.commandTopic));
    this.#devices = sql.hold(() => this.#readDevices());
  }

  #readSeries(): SeriesRights[] {
    const rows = [...this.#sql.exec("SELECT id, facts FROM rights WHERE kind = 'series'")];
    return rows.flatMap(({ id, facts }) => {
      const series = readable(seriesColumn, facts);
      return series === null ? [] : { ...series, channelId: String(id) };
    });
  }

  devices(): DeviceRights[] {
    const rows = [...this.#sql.exec("SELECT * FROM rights WHERE kind = 'device'")] as unknown as RightsRow[];
    return rows.flatMap((row) => deviceOf(row) ?? []);
  }

  #readFound(): AdoptedDevice[] {
    return this.devices().filter((device): device is AdoptedDevice => device.found !== undefined);
  }

  get found(): readonly AdoptedDevice[] {
    return this.#found.get();
  }

  /** The discovered devices that take their commands on this topic, by id. */
  commandedOn(userId: string, topic: string): string[] {
    const commanded = this.#commanded.get();
    // announced with the account's prefix, or without it
    const announced = new Set([topic, displayTopic(userId, topic)]);
    return [...announced].flatMap((each) => commanded.get(each) ?? []).map(({ deviceId }) => deviceId);
  }

  #readDevices(): Set<string> {
    const rows = [...this.#sql.exec("SELECT name FROM rights WHERE kind = 'device'")];
    return new Set(rows.map(({ name }) => String(name)));
  }

  measuredBy(userId: string, topic: string): readonly Measuring[] {
    const deviceId = measuringDevice(userId, topic);
    const isDevice = deviceId !== null && this.hasDevice(deviceId);
    const channels = this.#series.get().filter((each) => each.topic === topic);
    return [
      ...(isDevice ? [{ source: `device:${deviceId}`, deviceId, channel: null }] : []),
      ...channels.map(({ channelId, path, name }) => ({
        ...{ source: `channel:${channelId}`, deviceId: null },
        channel: { path, name },
      })),
    ];
  }

  channelSeries(channelId: string): SeriesRights | undefined {
    return this.#series.get().find((each) => each.channelId === channelId);
  }

  /** Writes what differs. Returns the devices that are gone. */
  replace(rights: CopiedRights): DeviceRights[] {
    this.#series.drop();
    this.#found.drop();
    this.#commanded.drop();
    this.#devices.drop();
    const after = new Map(rowsOf(rights).map((row) => [keyOf(row), row]));
    const before = this.#all();
    for (const row of before) {
      const same = after.get(keyOf(row));
      if (same === undefined)
        this.#sql.exec("DELETE FROM rights WHERE kind = ? AND name = ?", row.kind, row.name);
      else if (same.id === row.id && same.facts === row.facts) after.delete(keyOf(row));
    }
    for (const { kind, name, id, facts } of after.values()) {
      const put = "INSERT OR REPLACE INTO rights (kind, name, id, facts) VALUES (?, ?, ?, ?)";
      this.#sql.exec(put, kind, name, id, facts);
    }
    const left = new Set(rights.devices.map(({ deviceId }) => deviceId));
    return before
      .filter(({ kind, id }) => kind === "device" && !left.has(id))
      .flatMap((row) => deviceOf(row) ?? []);
  }

  login(kind: LoginRights["kind"], name: string): LoginRights | null {
    const row = this.#row(kind, name);
    return row === null ? null : loginOf(row);
  }

  device(deviceId: string): DeviceRights | null {
    const row = this.#row("device", deviceId);
    return row === null ? null : deviceOf(row);
  }

  hasDevice(deviceId: string): boolean {
    return this.#devices.get().has(deviceId);
  }

  /** When a login session ends; null where there is none. Milliseconds since 1970. */
  sessionEnd(digest: string): number | null {
    const row = this.#row("session", digest);
    return row === null ? null : (readable(sessionColumn, row.facts)?.until ?? null);
  }

  /** What the directory wants back: of one device, or of all. */
  details(deviceId: string | null): string[] {
    const rows = this.#sql.exec(
      "SELECT facts FROM rights WHERE kind = 'details' AND (?1 IS NULL OR name = ?1)",
      deviceId,
    );
    return [...rows].map(({ facts }) => String(facts));
  }

  /** What their owner calls credentials, tokens and devices, by their ids. */
  names(): Map<string, string> {
    const rows = [...this.#sql.exec("SELECT * FROM rights WHERE kind IN ('credential', 'token', 'device')")];
    return new Map(
      (rows as unknown as RightsRow[]).flatMap((row): [string, string][] => {
        const name = row.kind === "device" ? deviceOf(row)?.name : labelOf(row);
        return name === undefined ? [] : [[row.id, name]];
      }),
    );
  }

  #row(kind: string, name: string): RightsRow | null {
    const [row] = this.#sql.exec("SELECT * FROM rights WHERE kind = ? AND name = ?", kind, name);
    return (row as RightsRow | undefined) ?? null;
  }

  #all(): RightsRow[] {
    return [...this.#sql.exec("SELECT * FROM rights")] as unknown as RightsRow[];
  }
}
