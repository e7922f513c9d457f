import type { ListedClient as Live, PastConnection } from "../../broker/contract/account.ts";
import type { LiveClient } from "../contract/clients.ts";
import type { DeviceConnection, DeviceDetail } from "../contract/devices.ts";
import { isoTime, isoTimeOrNull } from "../contract/fields.ts";

const NAMES = { 3: "3.1", 4: "3.1.1", 5: "5.0" } as const;
const protocolOf = ({ protocol }: { protocol: keyof typeof NAMES }) => NAMES[protocol];

export const clientOf = (live: Live): LiveClient => ({
  connection_id: live.connectionId,
  kind: live.kind,
  id: live.id,
  name: live.name,
  client_id: live.clientId,
  protocol: protocolOf(live),
  since: isoTime(live.since),
  last_seen: isoTime(live.lastSeen),
  browser: live.browser,
  country: live.country,
  colo: live.colo,
  address: live.from,
  messages_in: live.messagesIn,
  messages_out: live.messagesOut,
  bytes_in: live.bytesIn,
  bytes_out: live.bytesOut,
  subscriptions: live.subscriptions,
  ...(live.moreSubscriptions !== undefined && { more_subscriptions: live.moreSubscriptions }),
});

export const deviceClientOf = (live: Live): DeviceDetail["clients"][number] => ({
  connection_id: live.connectionId,
  client_id: live.clientId,
  protocol: protocolOf(live),
  since: isoTime(live.since),
  last_seen: isoTime(live.lastSeen),
  country: live.country,
  colo: live.colo,
  address: live.from,
});

export const connectionOf = (past: PastConnection): DeviceConnection => ({
  id: past.id,
  connected_at: isoTime(past.since),
  disconnected_at: isoTimeOrNull(past.until),
  service_close_code: past.closed,
  client_id: past.clientId,
  protocol: protocolOf(past),
  country: past.country,
  colo: past.colo,
});
