/** Device links: for their owner, and for the phone that opens one. */

import { deviceUsername, linkUsername } from "../../broker/contract/client.ts";
import type { DeviceLink, LinkedDevice } from "../contract/device-link.ts";
import { isoTime } from "../contract/fields.ts";
import type { LinkRow } from "../db/device-links.ts";

/** Without its own URL the product returns only the token. */
export const deviceLinkOf = (token: string, expiresAt: number, app: string | null): DeviceLink => ({
  url: app === null ? null : `${app}/device#${token}`,
  token,
  expires_at: isoTime(expiresAt),
});

export const linkedDeviceOf = (row: LinkRow, token: string): LinkedDevice => ({
  user_id: row.user_id,
  device_id: row.device_id,
  device_name: row.device_name,
  username: deviceUsername(row.device_id, linkUsername(row.id)),
  password: token,
  expires_at: isoTime(row.expires_at),
});
