/** The last command of each device, whether the device took it, and its switching settings: one row per device. */

import type { Command, DeviceSighting } from "../contract/account.ts";
import type { SwitchState } from "../contract/control.ts";
import type { Actor } from "../contract/device-events.ts";
import type { DeviceSwitching } from "../ports.ts";
import { Table } from "./sql.ts";

export interface SwitchRecord extends DeviceSwitching {
  /** Null when the device was never switched. */
  command: Command | null;
  pending: boolean;
}

export type PublishedStatus = Pick<DeviceSighting, "state" | "taken">;

/** A command sent on a topic without acknowledgement is reported as neither taken nor pending. */
export function publishedStatusOf({ command, pending }: SwitchRecord): PublishedStatus {
  if (command === null) return { state: null, taken: null };
  const taken = command.deliveredAt !== null ? true : pending ? false : null;
  return { state: command.state, taken };
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

const recordOf = (row: SwitchRow): SwitchRecord => ({
  deviceId: String(row.device_id),
  command: commandOf(row),
  pending: row.pending === 1,
  commandTtl: Number(row.command_ttl),
  autoOff: Number(row.auto_off),
  offOnDisconnect: row.off_on_disconnect === 1,
});

const isOwn = ({ commandTtl, autoOff, offOnDisconnect }: DeviceSwitching): boolean =>
  commandTtl !== COMMAND_TTL || autoOff !== 0 || offOnDisconnect;

const DUE = "accepted_at + auto_off * 1000";
const TIMED = "state = 'on' AND auto_off > 0";

export class Switches extends Table {
  get(deviceId: string): SwitchRecord | null {
    const [row] = this.sql.exec("SELECT * FROM switches WHERE device_id = ?", deviceId);
    return row === undefined ? null : recordOf(row);
  }

  states(): Map<string, PublishedStatus> {
    const rows = this.sql.exec("SELECT * FROM switches WHERE state IS NOT NULL");
    return new Map([...rows].map(recordOf).map((record) => [record.deviceId, publishedStatusOf(record)]));
  }

  /** Stores an accepted command; `acceptedAt` is its name. */
  command(deviceId: string, command: Command): void {
    this.sql.exec(
      `INSERT INTO switches (device_id, state, accepted_at, taken_at, pending, actor) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
       ON CONFLICT (device_id) DO UPDATE SET state = ?2, accepted_at = ?3, taken_at = ?4, pending = ?5, actor = ?6`,
      deviceId,
      command.state,
      command.acceptedAt,
      command.deliveredAt,
      command.deliveredAt === null ? 1 : 0,
      command.actor,
    );
  }

  taken(deviceId: string, acceptedAt: number, now: number): void {
    this.sql.exec(
      "UPDATE switches SET taken_at = ?, pending = 0 WHERE device_id = ? AND accepted_at = ? AND taken_at IS NULL",
      now,
      deviceId,
      acceptedAt,
    );
  }

  /** Marks a command as sent to a device that does not acknowledge. */
  sent(deviceId: string, acceptedAt: number): void {
    this.sql.exec(
      "UPDATE switches SET pending = 0 WHERE device_id = ? AND accepted_at = ?",
      deviceId,
      acceptedAt,
    );
  }

  /** Stores the switching settings; a device with the defaults needs no row. */
  configure(devices: readonly DeviceSwitching[]): void {
    const own = devices.filter(isOwn);
    this.sql.exec(
      `UPDATE switches SET command_ttl = ${COMMAND_TTL}, auto_off = 0, off_on_disconnect = 0
       WHERE (command_ttl <> ${COMMAND_TTL} OR auto_off <> 0 OR off_on_disconnect <> 0)
         AND device_id NOT IN (SELECT value FROM json_each(?))`,
      JSON.stringify(own.map((each) => each.deviceId)),
    );
    for (const { deviceId, commandTtl, autoOff, offOnDisconnect } of own) {
      this.sql.exec(
        `INSERT INTO switches (device_id, command_ttl, auto_off, off_on_disconnect) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (device_id) DO UPDATE SET command_ttl = ?2, auto_off = ?3, off_on_disconnect = ?4
         WHERE command_ttl <> ?2 OR auto_off <> ?3 OR off_on_disconnect <> ?4`,
        deviceId,
        commandTtl,
        autoOff,
        offOnDisconnect ? 1 : 0,
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
    this.sql.exec(
      "DELETE FROM switches WHERE device_id NOT IN (SELECT value FROM json_each(?))",
      JSON.stringify(devices.map((each) => each.deviceId)),
    );
  }
}
