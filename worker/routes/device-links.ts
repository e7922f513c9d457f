/** Device links: created by the owner, opened on a phone. */

import { askAsVerified } from "../account/account.ts";
import { addRights, changeRights } from "../account/change-rights.ts";
import { route, rowRoute } from "../api/call.ts";
import { MAX_DEVICE_LINKS } from "../contract/limits.ts";
import { MESSAGES } from "../contract/sentences.ts";
import { deleteLinks, insertLink, LINK_LIFETIME, linkByToken } from "../db/device-links.ts";
import { type DeviceRow, readDevice } from "../db/devices.ts";
import { only } from "../db/statement.ts";
import { appUrl } from "../env.ts";
import { invalidRequest, notFound } from "../errors.ts";
import { digest } from "../keys/digest.ts";
import { randomToken } from "../keys/random.ts";
import { deviceLinkOf, linkedDeviceOf } from "../present/device.ts";

export const createLink = rowRoute<"createLink", DeviceRow>(
  readDevice,
  async ({ env, caller, id: deviceId, now, read }) => {
    if (only(read).found !== null) throw invalidRequest(MESSAGES.foundHasNoLink);
    const token = randomToken();
    const [id, tokenHash] = [crypto.randomUUID(), digest(token)];
    const link = { id, tokenHash, userId: caller.user.id, deviceId, now };
    const { inserted } = await addRights(env, link.userId, { inserted: insertLink(link, MAX_DEVICE_LINKS) });
    if (inserted.meta.changes === 0) throw invalidRequest(MESSAGES.tooManyLinks(MAX_DEVICE_LINKS));
    return deviceLinkOf(token, now + LINK_LIFETIME, env.LAN_URL || appUrl(env));
  },
);

export const revokeLinks = rowRoute<"revokeLinks", DeviceRow>(readDevice, async ({ env, caller, id }) => {
  await changeRights(env, caller.user.id, { remove: deleteLinks(caller.user.id, id) });
  return undefined;
});

export const openLink = route<"openLink">(async ({ env, body, now }) => {
  const row = await linkByToken(env.DB, digest(body.token), now);
  if (row === null) throw notFound();
  const { sighting } = await askAsVerified(env, row.user_id, (calls) =>
    calls.devices.presence(row.device_id),
  );
  return linkedDeviceOf(row, body.token, sighting);
});
