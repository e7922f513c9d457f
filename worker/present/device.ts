import type { Command, Presence } from "../../broker/contract/account.ts";
import type { Device } from "../contract/device.ts";
import type { DeviceDetail } from "../contract/presence.ts";
import { channelsOf } from "../db/chosen-channels.ts";
import type { DeviceRow } from "../db/devices.ts";
import { channelOf } from "./channel.ts";
import { deviceClientOf } from "./connection.ts";
import { moment, momentOrNull } from "./moment.ts";

export const deviceOf = (row: DeviceRow): Device => ({
  id: row.id,
  name: row.name,
  state: row.state === 1,
  channels: channelsOf(row).map(channelOf),
  connected: row.connected === 1,
  last_seen: momentOrNull(row.seen_at),
  command_ttl: row.command_ttl,
  auto_off: row.auto_off,
  off_on_disconnect: row.off_on_disconnect === 1,
  created_at: moment(row.created_at),
});

/** The object knows who is connected now; the database hears of it a moment later. */
export function deviceDetailOf(row: DeviceRow, { clients, command }: Presence): DeviceDetail {
  const device = deviceOf(row);
  const connected = clients.length > 0;
  return {
    ...device,
    connected,
    last_seen: connected ? moment(Math.max(...clients.map((client) => client.lastSeen))) : device.last_seen,
    since: momentOrNull(clients[0]?.since ?? null),
    clients: clients.map(deviceClientOf),
    command: command && commandOf(command),
  };
}

const commandOf = (command: Command) => ({
  state: command.state === "on",
  accepted_at: moment(command.acceptedAt),
  delivered_at: momentOrNull(command.deliveredAt),
  actor: command.actor,
});
