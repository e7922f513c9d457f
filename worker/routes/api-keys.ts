import { MESSAGES } from "../contract/messages.ts";
import {
  type ApiKeyRow,
  deleteApiKey as deleteRow,
  insertApiKey,
  listApiKeys as list,
  readApiKey,
} from "../db/api-keys.ts";
import { rowsOf } from "../db/rows.ts";
import { raiseRightsVersion } from "../db/users.ts";
import { settings } from "../env.ts";
import { invalidRequest } from "../errors.ts";
import type { Route } from "../http/call.ts";
import { changingRights } from "../ports/notify.ts";
import * as present from "../present.ts";
import { lookupHash } from "../secrets/lookup.ts";
import { newApiKey } from "../secrets/random.ts";
import { loadKeys, type SealedRow, seal, shownSecret } from "../secrets/seal.ts";

const place = (id: string, userId: string): SealedRow => ({
  table: "api_keys",
  column: "key_sealed",
  id,
  userId,
});

export const listApiKeys: Route<"listApiKeys"> = {
  alongside: (session, { env }) => [list(env.DB, session)],
  async act({ env, read }) {
    const keys = await loadKeys(env);
    const shown = await Promise.all(
      rowsOf<ApiKeyRow>(read[0]).map(async (row) =>
        present.apiKey(row, await shownSecret(keys, row.key_sealed, place(row.id, row.user_id))),
      ),
    );
    // the first one is the one that is used: one that can be
    return [...shown.filter(({ key }) => key !== ""), ...shown.filter(({ key }) => key === "")];
  },
};

export const createApiKey: Route<"createApiKey"> = {
  async act({ env, caller, now }) {
    const { MAX_API_KEYS: max } = settings(env).limits;
    const [id, key, userId] = [crypto.randomUUID(), newApiKey(), caller.user.id];
    const sealed = await seal(await loadKeys(env), key, place(id, userId));
    const row = { id, hash: await lookupHash(env, key), sealed, now };
    if (!(await insertApiKey(env.DB, userId, row, max))) throw invalidRequest(MESSAGES.tooManyApiKeys(max));
    return present.apiKey({ id, created_at: now }, key);
  },
};

export const deleteApiKey: Route<"deleteApiKey"> = {
  alongside: (session, { env, id }) => [readApiKey(env.DB, session, id)],
  async act({ env, caller, id }) {
    const userId = caller.user.id;
    await changingRights(env, userId, () =>
      env.DB.batch([deleteRow(env.DB, userId, id), raiseRightsVersion(env.DB, userId)]),
    );
    return undefined;
  },
};
