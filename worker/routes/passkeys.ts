/** Passkeys: adding and deleting them, and the login with one. */

import { type Call, type Route, route, rowRoute } from "../api/call.ts";
import { LONGEST_WAIT } from "../auth/in-turn.ts";
import { type Expected, loginAt, newChallenge, type PasskeyFault, readNewKey } from "../auth/passkeys.ts";
import { noteChange, noteFailedLogin } from "../auth/security-log.ts";
import { isoTime, isoTimeOrNull } from "../contract/fields.ts";
import { MAX_PASSKEYS } from "../contract/limits.ts";
import type { Passkey } from "../contract/passkeys.ts";
import { MESSAGES } from "../contract/sentences.ts";
import {
  countPasskeys,
  deletePasskey as deleteRow,
  insertPasskey,
  listPasskeys as list,
  type PasskeyRow,
  passkeyByCredential,
  readPasskey,
} from "../db/passkeys.ts";
import { batch, only } from "../db/statement.ts";
import { type Password, passwordOf } from "../db/users.ts";
import { appUrl, type Env, settings } from "../env.ts";
import { type ApiError, invalidField, invalidRequest } from "../errors.ts";
import { beginSession } from "./new-session.ts";
import { askPassword } from "./password.ts";

const passkeyOf = ({ id, name, created_at, last_used_at }: PasskeyRow): Passkey => ({
  id,
  name,
  created_at: isoTime(created_at),
  last_used_at: isoTimeOrNull(last_used_at),
});

/** The origins of our pages: where this call arrived, and those of the settings. */
function originsOf(env: Env, url: URL): ReadonlySet<string> {
  const app = appUrl(env);
  const own = app === null ? [] : [new URL(app).origin];
  return new Set([url.origin, ...own, ...settings(env).allowedOrigins]);
}

const expectedOf = ({ env, url, now }: Pick<Call<"createPasskey">, "env" | "url" | "now">): Expected => ({
  env,
  now,
  origins: originsOf(env, url),
});

const SENTENCES = {
  late: MESSAGES.latePasskey,
  unverified: MESSAGES.unverifiedPasskey,
  unsupported: MESSAGES.unsupportedPasskey,
};
const faultOf = (fault: PasskeyFault, wrong: string): ApiError =>
  invalidRequest(fault === "wrong" ? wrong : SENTENCES[fault]);

/** A row is not inserted beyond the maximum, for a key that exists, or after a change of the password. */
async function whyNotInserted({ env, caller, now }: Call<"createPasskey">, id: string): Promise<ApiError> {
  if ((await passkeyByCredential(env.DB, id, now)) !== null) return invalidRequest(MESSAGES.passkeyExists);
  const isFull = (await countPasskeys(env.DB, caller.user.id)) >= MAX_PASSKEYS;
  return isFull
    ? invalidRequest(MESSAGES.noMorePasskeys(MAX_PASSKEYS))
    : invalidField("password", MESSAGES.wrongPassword);
}

export const createPasskeyChallenge = route<"createPasskeyChallenge">(async ({ env, now }) => ({
  challenge: newChallenge(env, now),
}));

export const listPasskeys = rowRoute<"listPasskeys", PasskeyRow>(list, async ({ read }) =>
  read.map(passkeyOf),
);

export const createPasskey: Route<"createPasskey", Password> = {
  waits: LONGEST_WAIT,
  alongside: (session, { env }) => passwordOf(env.DB, session),
  async act(call) {
    const { env, caller, body, now } = call;
    await askPassword(call, body.password);
    const read = await readNewKey(body, expectedOf(call));
    if (typeof read === "string") throw faultOf(read, MESSAGES.badPasskey);
    const { name, credential_id } = body;
    const row = { id: crypto.randomUUID(), name, credential_id, public_key: read.spki, created_at: now };
    const owner = { userId: caller.user.id, passwordHash: only(call.read).password_hash };
    const noted = { kind: "passkey_created", detail: `The passkey ${name} was added` } as const;
    const { inserted } = await batch(env.DB, {
      inserted: insertPasskey(env.DB, owner, row, MAX_PASSKEYS),
      noted: await noteChange(call, caller.user.id, noted),
    });
    if (inserted.meta.changes === 0) throw await whyNotInserted(call, credential_id);
    return passkeyOf({ ...row, last_used_at: null });
  },
};

export const deletePasskey = rowRoute<"deletePasskey", PasskeyRow>(readPasskey, async (call) => {
  const { env, caller, id, read } = call;
  await batch(env.DB, {
    removed: deleteRow(env.DB, caller.user.id, id),
    noted: await noteChange(call, caller.user.id, {
      kind: "passkey_deleted",
      detail: `The passkey ${only(read).name} was deleted`,
    }),
  });
  return undefined;
});

export const loginWithPasskey = route<"loginWithPasskey">(async (call) => {
  const { env, body, now } = call;
  const found = await passkeyByCredential(env.DB, body.credential_id, now);
  if (found === null) throw invalidRequest(MESSAGES.unknownPasskey);
  const { passkey_id: passkeyId, passkey_name: name, public_key, ...user } = found;
  call.concerns(user.id);
  const challengedAt = await loginAt(body, public_key, expectedOf(call));
  if (typeof challengedAt === "string") {
    call.after(() => noteFailedLogin(call, user.id, "a passkey"));
    throw faultOf(challengedAt, MESSAGES.wrongPasskey);
  }
  const detail = `Somebody logged in with the passkey ${name}`;
  const session = await beginSession(call, user, { detail, passkey: { passkeyId, challengedAt } });
  if (session === null) throw invalidRequest(MESSAGES.wrongPasskey);
  return session;
});
