import { MESSAGES } from "../contract/messages.ts";
import { violates } from "../db/constraints.ts";
import {
  type CredentialRow,
  deleteCredential as deleteRow,
  insertCredential,
  listCredentials as list,
  readCredential,
  updateCredential as updateRow,
} from "../db/credentials.ts";
import { firstRow, rowsOf } from "../db/rows.ts";
import { raiseRightsVersion } from "../db/users.ts";
import { type Env, settings } from "../env.ts";
import { invalidField, invalidRequest, notFound } from "../errors.ts";
import type { Call, Route } from "../http/call.ts";
import { changingRights } from "../ports/notify.ts";
import * as present from "../present.ts";
import { loadKeys, type SealedRow, seal, shownSecret } from "../secrets/seal.ts";
import { chosen } from "./chosen.ts";

const place = (id: string, userId: string): SealedRow => ({
  table: "credentials",
  column: "password_sealed",
  id,
  userId,
});

/** Empty where it can no longer be read: giving another one mends it. */
export const passwordOf = async (env: Env, row: CredentialRow): Promise<string> =>
  shownSecret(await loadKeys(env), row.password_sealed, place(row.id, row.user_id));

export const listCredentials: Route<"listCredentials"> = {
  alongside: (session, { env }) => [list(env.DB, session)],
  async act({ env, read }) {
    return Promise.all(
      rowsOf<CredentialRow>(read[0]).map(async (row) => present.credential(row, await passwordOf(env, row))),
    );
  },
};

export const createCredential: Route<"createCredential"> = {
  async act({ env, caller, body, now }) {
    const { MAX_CREDENTIALS: max } = settings(env).limits;
    const [id, userId] = [crypto.randomUUID(), caller.user.id];
    const sealed = await seal(await loadKeys(env), body.password, place(id, userId));
    const row = { id, name: body.name, username: body.username, sealed, now };
    const written = await unique(insertCredential(env.DB, userId, row, chosen(body.channels) ?? [], max));
    refuseForeign(written.foreign);
    if (written.row === null) throw invalidRequest(MESSAGES.tooManyCredentials(max));
    return present.credential(written.row, body.password);
  },
};

export const updateCredential: Route<"updateCredential"> = {
  alongside: (session, { env, id }) => [readCredential(env.DB, session, id)],
  async act(call) {
    const { env, caller, body } = call;
    const userId = caller.user.id;
    const row = await changedRow(call);
    const also = [raiseRightsVersion(env.DB, userId)];
    const written = await changingRights(env, userId, () =>
      unique(updateRow(env.DB, userId, row, chosen(body.channels), also)),
    );
    refuseForeign(written.foreign);
    // Deleted by another call in the meantime.
    if (written.row === null) throw notFound();
    return present.credential(written.row, await passwordOf(env, written.row));
  },
};

/** The same password again is no new one: it drops nobody. */
async function changedRow({ env, body, read }: Call<"updateCredential">) {
  const before = firstRow<CredentialRow>(read[0]);
  const password = await passwordOf(env, before);
  const newPassword = body.password !== undefined && body.password !== password;
  return {
    id: before.id,
    name: body.name,
    username: body.username,
    sealed: newPassword
      ? await seal(await loadKeys(env), body.password ?? "", place(before.id, before.user_id))
      : before.password_sealed,
    secretChanged: newPassword || body.username !== before.username,
  };
}

export const deleteCredential: Route<"deleteCredential"> = {
  alongside: (session, { env, id }) => [readCredential(env.DB, session, id)],
  async act({ env, caller, id }) {
    await changingRights(env, caller.user.id, () =>
      env.DB.batch([deleteRow(env.DB, caller.user.id, id), raiseRightsVersion(env.DB, caller.user.id)]),
    );
    return undefined;
  },
};

export function refuseForeign(id: string | null): void {
  if (id !== null) throw invalidField("channels", MESSAGES.noSuchChannel(id));
}

async function unique<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (violates(error, "credentials.user_id, credentials.username")) {
      throw invalidField("username", MESSAGES.notUnique);
    }
    throw error;
  }
}
