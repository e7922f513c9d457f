/** The last command of each device, whether the device took it, and its switching settings: one row per device. */

import type { Command, DeviceSighting } from "../contract/account.ts";
import type { OnConnect, SwitchState } from "../contract/control.ts";
import { type ControlSet, fittingWanted, type WantedValues, withinMessage } from "../contract/controls.ts";
import type { Actor } from "../contract/device-events.ts";
import { readable } from "../contract/json.ts";
import type { DeviceRights, DeviceSwitching } from "../ports.ts";
import { wantedColumn } from "./shapes.ts";
import { Table } from "./sql.ts";

export interface SwitchRecord extends DeviceSwitching {
  /** Null when the device was never switched. */
  command: Command | null;
  pending: boolean;
  /** The last accepted value of each control, by key. */
  wanted: WantedValues;
  /** The first of the commands that the device has not acknowledged; only while `pending`. */
  waitingSince: number;
  /** The command, and those before it that the device has not acknowledged, only set values of controls. */
  isStateKept: boolean;
  onConnect: OnConnect;
  /** The device took the command before it began its present session. */
  beforeConnect: boolean;
  /** It took the values that were wanted before this time before that session, too; 0: none. Milliseconds since 1970. */
  valuesBefore: number;
}

export type PublishedStatus = Pick<
  DeviceSighting,
  "state" | "taken" | "takenBeforeConnect" | "valuesBefore" | "wanted"
>;

/**
 * Returns the wanted values of a pending command and of those before it that were not acknowledged either, and those of
 * `keys`: the newest ones that one message has room for.
 */
export function waitingValues(
  { wanted, waitingSince, commandTtl }: SwitchRecord,
  now: number,
  keys: readonly string[] = [],
): ControlSet {
  const tooOld = now - commandTtl * 1000;
  return valuesWhere(wanted, (key, at) => at > tooOld && (at >= waitingSince || keys.includes(key)));
}

/** Returns the wanted values: the newest ones that one message has room for. */
export const allValues = ({ wanted }: Pick<SwitchRecord, "wanted">): ControlSet =>
  valuesWhere(wanted, () => true);

/** The keys of the wanted values that the device took before it began its present session. */
export const keysBefore = ({
  wanted,
  valuesBefore,
}: Pick<SwitchRecord, "wanted" | "valuesBefore">): string[] =>
  Object.keys(wanted).filter((key) => (wanted[key]?.at ?? valuesBefore) < valuesBefore);

function valuesWhere(wanted: WantedValues, isChosen: (key: string, at: number) => boolean): ControlSet {
  const chosen = Object.entries(wanted).filter(([key, { at }]) => isChosen(key, at));
  const newestFirst = chosen.toSorted(([, a], [, b]) => b.at - a.at);
  return withinMessage(Object.fromEntries(newestFirst.map(([key, { value }]) => [key, value]))) ?? {};
}

/** A command sent on a topic without acknowledgement is reported as neither taken nor pending. */
export function publishedStatusOf({
  command,
  pending,
  wanted,
  beforeConnect: takenBeforeConnect,
  valuesBefore,
}: SwitchRecord): PublishedStatus {
  if (command === null) return { state: null, taken: null, takenBeforeConnect: false, valuesBefore, wanted };
  const taken = command.deliveredAt !== null ? true : pending ? false : null;
  return { state: command.state, taken, takenBeforeConnect, valuesBefore, wanted };
}

/** The default, in seconds. */
const COMMAND_TTL = 86_400;

type SwitchRow = Record<string, SqlStorageValue>;

const commandOf = (row: SwitchRow): Command | null =>
  row.accepted_at === null
    ? null
    : {
        state: row.state as SwitchState,
        acceptedAt: Number(row.accepted_at),
        deliveredAt: row.taken_at as number | null,
        actor: row.actor as Actor,
      };

/** Most devices have none: their rows need no parser. */
const wantedOf = ({ wanted }: SwitchRow): WantedValues =>
  wanted === null ? {} : (readable(wantedColumn, wanted) ?? {});

const recordOf = (row: SwitchRow): SwitchRecord => ({
  deviceId: String(row.device_id),
  command: commandOf(row),
  pending: row.pending === 1,
  wanted: wantedOf(row),
  waitingSince: Number(row.waiting_since ?? 0),
  isStateKept: row.state_kept === 1,
  commandTtl: Number(row.command_ttl),
  autoOff: Number(row.auto_off),
  offOnDisconnect: row.off_on_disconnect === 1,
  onConnect: row.on_connect === "send" ? "send" : "nothing",
  beforeConnect: row.before_connect === 1,
  valuesBefore: Number(row.values_before),
});

const isOwn = ({ commandTtl, autoOff, offOnDisconnect, onConnect }: DeviceSwitching): boolean =>
  commandTtl !== COMMAND_TTL || autoOff !== 0 || offOnDisconnect || onConnect === "send";

const DUE = "accepted_at + auto_off * 1000";
const TIMED = "state = 'on' AND auto_off > 0";

/** A device that connects, or is switched, has its row read by several decisions of a few turns. */
const MAX_RECORDS = 64;

export class Switches extends Table {
  /** The rows read last, by device. */
  readonly #records = this.sql.hold(() => new Map<string, SwitchRecord | null>());

  /** The devices that took their state before their present session. */
  readonly #unsure = this.sql.hold(() => {
    const rows = this.sql.exec("SELECT device_id FROM switches WHERE before_connect = 1");
    return new Set([...rows].map((row) => String(row.device_id)));
  });

  /** Reads no row: each telemetry message asks. */
  isBeforeConnect(deviceId: string): boolean {
    return this.#unsure.get().has(deviceId);
  }

  /** The device began a session after it took what is in doubt. */
  beganSession(deviceId: string, doubt: Pick<SwitchRecord, "beforeConnect" | "valuesBefore">): void {
    this.#records.peek()?.delete(deviceId);
    this.sql.exec(
      "UPDATE switches SET before_connect = ?, values_before = ? WHERE device_id = ?",
      doubt.beforeConnect ? 1 : 0,
      doubt.valuesBefore,
      deviceId,
    );
    if (doubt.beforeConnect) this.#unsure.peek()?.add(deviceId);
  }

  get(deviceId: string): SwitchRecord | null {
    const known = this.#records.get();
    const kept = known.get(deviceId);
    if (kept !== undefined) return kept;
    const [row] = this.sql.exec("SELECT * FROM switches WHERE device_id = ?", deviceId);
    const record = row === undefined ? null : recordOf(row);
    if (known.size === MAX_RECORDS) known.clear();
    known.set(deviceId, record);
    return record;
  }

  states(): Map<string, PublishedStatus> {
    const rows = this.sql.exec("SELECT * FROM switches WHERE state IS NOT NULL");
    return new Map([...rows].map(recordOf).map((record) => [record.deviceId, publishedStatusOf(record)]));
  }

  /** Stores an accepted command; `acceptedAt` is its name. `wanted`: all wanted values; null: they stay. */
  command(
    deviceId: string,
    command: Command,
    { wanted, isStateKept }: { wanted: WantedValues | null; isStateKept: boolean },
  ): void {
    this.#records.peek()?.delete(deviceId);
    this.sql.exec(
      `INSERT INTO switches
         (device_id, state, accepted_at, taken_at, pending, actor, wanted, waiting_since, state_kept)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?3, ?8)
       ON CONFLICT (device_id) DO UPDATE SET state = ?2, accepted_at = ?3, taken_at = ?4, pending = ?5, actor = ?6,
         wanted = coalesce(?7, wanted), before_connect = 0,
         waiting_since = CASE pending WHEN 1 THEN waiting_since ELSE ?3 END,
         state_kept = CASE pending WHEN 1 THEN min(state_kept, ?8) ELSE ?8 END`,
      deviceId,
      command.state,
      command.acceptedAt,
      command.deliveredAt,
      command.deliveredAt === null ? 1 : 0,
      command.actor,
      wanted && wantedColumn.write(wanted),
      isStateKept ? 1 : 0,
    );
    this.#unsure.peek()?.delete(deviceId);
  }

  /**
   * Forgets wanted values that the controls of their device no longer have or accept. Returns the ids of those devices.
   */
  keepFitting(devices: readonly Pick<DeviceRights, "deviceId" | "controls">[]): string[] {
    this.#records.drop();
    const changed: string[] = [];
    const controls = new Map(devices.map((device) => [device.deviceId, device.controls ?? []]));
    for (const row of this.sql.exec("SELECT * FROM switches WHERE wanted IS NOT NULL").toArray()) {
      const { deviceId, wanted } = recordOf(row);
      const fitting = fittingWanted(controls.get(deviceId) ?? [], wanted);
      if (Object.keys(fitting).length === Object.keys(wanted).length) continue;
      const text = Object.keys(fitting).length === 0 ? null : wantedColumn.write(fitting);
      this.sql.exec("UPDATE switches SET wanted = ? WHERE device_id = ?", text, deviceId);
      changed.push(deviceId);
    }
    return changed;
  }

  acknowledge(deviceId: string, acceptedAt: number, now: number): void {
    this.#records.peek()?.delete(deviceId);
    const [changed] = this.sql.exec(
      `UPDATE switches SET taken_at = ?, pending = 0, before_connect = 0
       WHERE device_id = ? AND accepted_at = ? AND (taken_at IS NULL OR before_connect = 1) RETURNING device_id`,
      now,
      deviceId,
      acceptedAt,
    );
    if (changed !== undefined) this.#unsure.peek()?.delete(deviceId);
  }

  /** Marks a command as sent to a device that does not acknowledge. */
  sent(deviceId: string, acceptedAt: number): void {
    this.#records.peek()?.delete(deviceId);
    this.sql.exec(
      "UPDATE switches SET pending = 0 WHERE device_id = ? AND accepted_at = ?",
      deviceId,
      acceptedAt,
    );
  }

  /** Stores the switching settings; a device with the defaults needs no row. */
  configure(devices: readonly DeviceSwitching[]): void {
    this.#records.drop();
    const own = devices.filter(isOwn);
    this.sql.exec(
      `UPDATE switches SET command_ttl = ${COMMAND_TTL}, auto_off = 0, off_on_disconnect = 0, on_connect = 'nothing'
       WHERE (command_ttl <> ${COMMAND_TTL} OR auto_off <> 0 OR off_on_disconnect <> 0 OR on_connect <> 'nothing')
         AND device_id NOT IN (SELECT value FROM json_each(?))`,
      JSON.stringify(own.map((each) => each.deviceId)),
    );
    for (const { deviceId, commandTtl, autoOff, offOnDisconnect, onConnect = "nothing" } of own) {
      this.sql.exec(
        `INSERT INTO switches (device_id, command_ttl, auto_off, off_on_disconnect, on_connect)
         VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (device_id) DO UPDATE SET command_ttl = ?2, auto_off = ?3, off_on_disconnect = ?4, on_connect = ?5
         WHERE command_ttl <> ?2 OR auto_off <> ?3 OR off_on_disconnect <> ?4 OR on_connect <> ?5`,
        deviceId,
        commandTtl,
        autoOff,
        offOnDisconnect ? 1 : 0,
        onConnect,
      );
    }
  }

  /** Returns when the next device is to be switched off, or null. Milliseconds since 1970. */
  nextOff(): number | null {
    return this.sql.exec(`SELECT min(${DUE}) AS at FROM switches WHERE ${TIMED}`).one().at as number | null;
  }

  due(now: number): string[] {
    const rows = this.sql.exec(`SELECT device_id FROM switches WHERE ${TIMED} AND ${DUE} <= ?`, now);
    return [...rows].map((row) => String(row.device_id));
  }

  keepOnly(devices: readonly DeviceSwitching[]): void {
    this.#records.drop();
    this.sql.exec(
      "DELETE FROM switches WHERE device_id NOT IN (SELECT value FROM json_each(?))",
      JSON.stringify(devices.map((each) => each.deviceId)),
    );
    this.#unsure.drop();
  }
}
