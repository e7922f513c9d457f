/** Device links: stored as digests, valid for an hour and any number of uses. */

import { and, eq, exists, gt, isNull } from "drizzle-orm";
import { type RightsChange, rightsChange } from "./rights-change.ts";
import { deviceLinks, devices, users } from "./schema.ts";
import { build, first, insertWhere, isBelow, named, ownRow, read } from "./statement.ts";

/** Milliseconds. */
export const LINK_LIFETIME = 3_600_000;

export interface NewLink {
  id: string;
  tokenHash: string;
  userId: string;
  deviceId: string;
  now: number;
}

/** Changes nothing when the device has its maximum. */
export function insertLink({ id, tokenHash, userId, deviceId, now }: NewLink, max: number): RightsChange {
  const device = build
    .select({ id: devices.id })
    .from(devices)
    .where(ownRow(devices, userId, deviceId));
  const valid = and(eq(deviceLinks.device_id, deviceId), gt(deviceLinks.expires_at, now));
  const row = {
    id,
    token_hash: tokenHash,
    user_id: userId,
    device_id: deviceId,
    created_at: now,
    expires_at: now + LINK_LIFETIME,
  };
  return rightsChange(insertWhere(deviceLinks, row, exists(device), isBelow(max, deviceLinks, valid)));
}

export const deleteLinks = (userId: string, deviceId: string): RightsChange =>
  rightsChange(
    build
      .delete(deviceLinks)
      .where(and(eq(deviceLinks.user_id, userId), eq(deviceLinks.device_id, deviceId))),
  );

const LINK = {
  id: deviceLinks.id,
  user_id: deviceLinks.user_id,
  device_id: deviceLinks.device_id,
  expires_at: deviceLinks.expires_at,
};

export type LinkRow = Pick<typeof deviceLinks.$inferSelect, keyof typeof LINK> & {
  device_name: string;
  device_state: 0 | 1;
};

/** A link of a suspended account counts as expired. */
export const linkByToken = (db: D1Database, tokenHash: string, now: number): Promise<LinkRow | null> =>
  first(
    read(
      db,
      build
        .select({
          ...LINK,
          device_name: named(devices.name, "device_name"),
          device_state: named(devices.state, "device_state"),
        })
        .from(deviceLinks)
        .innerJoin(devices, eq(devices.id, deviceLinks.device_id))
        .innerJoin(users, and(eq(users.id, deviceLinks.user_id), isNull(users.suspended_at)))
        .where(and(eq(deviceLinks.token_hash, tokenHash), gt(deviceLinks.expires_at, now))),
    ),
  );
