/** A link to be one device: made by the owner, opened on a phone by whoever has it. */

import { deviceUsername } from "../../broker/contract/client.ts";
import { MAX_DEVICE_LINKS } from "../contract/limits.ts";
import { MESSAGES } from "../contract/messages.ts";
import { deleteLinks, insertLink, linkByToken } from "../db/device-links.ts";
import { readDevice } from "../db/devices.ts";
import { raiseRightsVersion } from "../db/users.ts";
import { appUrl } from "../env.ts";
import { invalidRequest, notFound } from "../errors.ts";
import type { Route } from "../http/call.ts";
import { linkUsername } from "../ports/directory.ts";
import { changingRights } from "../ports/notify.ts";
import { moment } from "../present.ts";
import { digest } from "../secrets/digest.ts";
import { randomToken } from "../secrets/random.ts";

export const createLink: Route<"createLink"> = {
  alongside: (session, { env, id }) => [readDevice(env.DB, session, id)],
  async act({ env, caller, id: deviceId, now }) {
    const [token, app] = [randomToken(), appUrl(env)];
    const [id, tokenHash] = [crypto.randomUUID(), await digest(token)];
    const link = { id, tokenHash, userId: caller.user.id, deviceId, now };
    const expiresAt = await insertLink(env.DB, link, MAX_DEVICE_LINKS);
    if (expiresAt === null) throw invalidRequest(MESSAGES.tooManyLinks(MAX_DEVICE_LINKS));
    const url = app === null ? null : `${app}/device#${token}`;
    return { url, token, expires_at: moment(expiresAt) };
  },
};

export const revokeLinks: Route<"revokeLinks"> = {
  alongside: (session, { env, id }) => [readDevice(env.DB, session, id)],
  async act({ env, caller, id }) {
    const userId = caller.user.id;
    await changingRights(env, userId, () =>
      env.DB.batch([deleteLinks(env.DB, userId, id), raiseRightsVersion(env.DB, userId)]),
    );
    return undefined;
  },
};

export const openLink: Route<"openLink"> = {
  async act({ env, body, now }) {
    const row = await linkByToken(env.DB, await digest(body.token), now);
    if (row === null) throw notFound();
    return {
      user_id: row.user_id,
      device_id: row.device_id,
      device_name: row.device_name,
      username: deviceUsername(row.device_id, linkUsername(row.id)),
      password: body.token,
      expires_at: moment(row.expires_at),
    };
  },
};
