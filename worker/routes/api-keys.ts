import { addRights, changeRights } from "../account/change-rights.ts";
import { limitsOf } from "../account/limits.ts";
import { route, rowRoute } from "../api/call.ts";
import { noteChange } from "../auth/security-log.ts";
import {
  type ApiKeyRow,
  deleteApiKey as deleteRow,
  insertApiKey,
  listApiKeys as list,
  readApiKey,
} from "../db/api-keys.ts";
import { limitReached } from "../errors.ts";
import { lookupHash } from "../keys/keys.ts";
import { newApiKey } from "../keys/random.ts";
import { type SealEnv, type SealedRow, seal, unsealOrEmpty } from "../keys/seal.ts";
import { apiKeyOf } from "../present/user.ts";

const place = (id: string, userId: string): SealedRow => ({
  table: "api_keys",
  column: "key_sealed",
  id,
  userId,
});

const shown = async (env: SealEnv, row: ApiKeyRow) =>
  apiKeyOf(row, await unsealOrEmpty(env, row.key_sealed, place(row.id, row.user_id)));

export const listApiKeys = rowRoute<"listApiKeys", ApiKeyRow>(list, async ({ env, read }) => {
  const all = await Promise.all(read.map((row) => shown(env, row)));
  // the first key is the one in use: a readable one
  return [...all.filter(({ key }) => key !== ""), ...all.filter(({ key }) => key === "")];
});

export const createApiKey = route<"createApiKey">(async (call) => {
  const { env, caller, now } = call;
  const { MAX_API_KEYS: max } = limitsOf(env, caller.user);
  const [id, key, userId] = [crypto.randomUUID(), newApiKey(), caller.user.id];
  const key_sealed = await seal(env, key, place(id, userId));
  const row = { id, key_hash: lookupHash(env, key), key_sealed, created_at: now };
  const { inserted } = await addRights(env, userId, {
    inserted: insertApiKey(userId, row, max),
    noted: await noteChange(call, userId, { kind: "api_key_created", detail: "An API key was created" }),
  });
  const [stored] = inserted.results;
  if (stored === undefined) throw limitReached("MAX_API_KEYS", max);
  return apiKeyOf(stored, key);
});

export const deleteApiKey = rowRoute<"deleteApiKey", ApiKeyRow>(readApiKey, async (call) => {
  const { id: userId } = call.caller.user;
  await changeRights(call.env, userId, {
    remove: deleteRow(userId, call.id),
    noted: await noteChange(call, userId, { kind: "api_key_deleted", detail: "An API key was deleted" }),
  });
  return undefined;
});
