/** Rows as the wire shows them. */

import { ACTORS } from "../broker/contract/device-events.ts";
import type { Channel } from "./contract/channel.ts";
import type { Credential } from "./contract/credential.ts";
import type { Device } from "./contract/device.ts";
import type { DeviceEvent } from "./contract/event.ts";
import type { ApiKey, User } from "./contract/user.ts";
import type { ApiKeyRow } from "./db/api-keys.ts";
import type { ChannelRow } from "./db/channels.ts";
import type { CredentialRow } from "./db/credentials.ts";
import type { DeviceRow } from "./db/devices.ts";
import type { EventRow } from "./db/events.ts";
import type { CallerRow } from "./db/sessions.ts";

/** ISO 8601, UTC, milliseconds. */
export const moment = (at: number): string => new Date(at).toISOString();

export const user = (row: CallerRow): User => ({
  id: row.id,
  first_name: row.first_name,
  last_name: row.last_name,
  email: row.email,
  email_verified: row.email_state === "verified",
  pending_email: row.pending_email,
});

export const apiKey = (row: Pick<ApiKeyRow, "id" | "created_at">, key: string): ApiKey => ({
  id: row.id,
  key,
  created_at: moment(row.created_at),
});

export const channel = (row: ChannelRow): Channel => ({
  id: row.id,
  name: row.name,
  topic: row.topic,
  description: row.description,
  created_at: moment(row.created_at),
});

const channels = (json: string): Channel[] => (JSON.parse(json) as ChannelRow[]).map(channel);

export const credential = (row: CredentialRow, password: string): Credential => ({
  id: row.id,
  name: row.name,
  username: row.username,
  password,
  created_at: moment(row.created_at),
  last_used: row.last_used === null ? null : moment(row.last_used),
  channels: channels(row.channels),
});

export const device = (row: DeviceRow): Device => ({
  id: row.id,
  name: row.name,
  state: row.state === 1,
  channels: channels(row.channels),
  connected: row.connected === 1,
  last_seen: row.seen_at === null ? null : moment(row.seen_at),
  command_ttl: row.command_ttl,
  auto_off: row.auto_off,
  off_on_disconnect: row.off_on_disconnect === 1,
  created_at: moment(row.created_at),
});

export const event = (row: EventRow): DeviceEvent => ({
  id: row.id,
  device_id: row.device_id,
  device_name: row.device_name,
  event_type: row.event_type,
  actor: ACTORS.find((actor) => actor === row.actor) ?? null,
  count: row.count,
  created_at: moment(row.at),
});
