import { account } from "../account/account.ts";
import { addRights, changeRights } from "../account/change-rights.ts";
import { MESSAGES } from "../contract/messages.ts";
import {
  type CredentialRow,
  deleteCredential as deleteRow,
  insertCredential,
  listCredentials as list,
  readCredential,
  updateCredential as updateRow,
} from "../db/credentials.ts";
import { only } from "../db/statement.ts";
import { type Env, settings } from "../env.ts";
import { invalidRequest, notFound } from "../errors.ts";
import type { Call, Route } from "../http/call.ts";
import { credentialOf } from "../present/credential.ts";
import { loadKeys, type SealedRow, seal, shownSecret } from "../secrets/seal.ts";
import { chosen, writtenRow } from "./chosen.ts";
import { unique } from "./unique.ts";

const place = (id: string, userId: string): SealedRow => ({
  table: "credentials",
  column: "password_sealed",
  id,
  userId,
});

/** Empty where it can no longer be read: giving another one mends it. */
export const passwordOf = async (env: Env, row: CredentialRow): Promise<string> =>
  shownSecret(await loadKeys(env), row.password_sealed, place(row.id, row.user_id));

export const listCredentials: Route<"listCredentials", CredentialRow> = {
  alongside: (session, { env }) => list(env.DB, session),
  async act({ env, caller, read }) {
    const lastUses = await account(env, caller.user.id).lastUses();
    return Promise.all(read.map(async (row) => credentialOf(row, await passwordOf(env, row), lastUses)));
  },
};

export const createCredential: Route<"createCredential"> = {
  async act({ env, caller, body, now }) {
    const { MAX_CREDENTIALS: max } = settings(env).limits;
    const [id, userId] = [crypto.randomUUID(), caller.user.id];
    const sealed = await seal(await loadKeys(env), body.password, place(id, userId));
    const row = { id, name: body.name, username: body.username, sealed, now };
    const insert = insertCredential(env.DB, userId, row, chosen(body.channels) ?? [], max);
    const written = writtenRow(await uniqueName(addRights(env, userId, insert)));
    if (written === null) throw invalidRequest(MESSAGES.tooManyCredentials(max));
    return credentialOf(written, body.password);
  },
};

export const updateCredential: Route<"updateCredential", CredentialRow> = {
  alongside: (session, { env, id }) => readCredential(env.DB, session, id),
  async act(call) {
    const { env, caller, body } = call;
    // asked before anything is changed: then its silence changes nothing
    const lastUses = await account(env, caller.user.id).lastUses();
    const update = updateRow(env.DB, caller.user.id, await changedRow(call), chosen(body.channels));
    const written = writtenRow(await uniqueName(changeRights(env, caller.user.id, update)));
    // Deleted by another call in the meantime.
    if (written === null) throw notFound();
    return credentialOf(written, await passwordOf(env, written), lastUses);
  },
};

/** The same password again is no new one: it drops nobody. */
async function changedRow({ env, body, read }: Call<"updateCredential", CredentialRow>) {
  const before = only(read);
  const { name, username } = body;
  const { id, user_id } = before;
  const isNew = body.password !== undefined && body.password !== (await passwordOf(env, before));
  const sealed = isNew
    ? await seal(await loadKeys(env), body.password ?? "", place(id, user_id))
    : before.password_sealed;
  return { id, name, username, sealed, secretChanged: isNew || username !== before.username };
}

export const deleteCredential: Route<"deleteCredential", CredentialRow> = {
  alongside: (session, { env, id }) => readCredential(env.DB, session, id),
  async act({ env, caller, id }) {
    await changeRights(env, caller.user.id, { remove: deleteRow(caller.user.id, id) });
    return undefined;
  },
};

const uniqueName = <T>(write: Promise<T>) =>
  unique("username", "credentials.user_id, credentials.username", write);
