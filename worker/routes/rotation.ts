/** Rotates a credential's password, with an overlap in which the previous one is accepted. */

import { askAccount } from "../account/account.ts";
import { changeRights } from "../account/change-rights.ts";
import { type Call, rowRoute } from "../api/call.ts";
import { noteChange } from "../auth/security-log.ts";
import { OVERLAP } from "../contract/limits.ts";
import { MESSAGES } from "../contract/sentences.ts";
import {
  type CredentialRow,
  type Rotated,
  readCredential,
  rotateCredential as rotateRow,
} from "../db/credentials.ts";
import { only } from "../db/statement.ts";
import { invalidField, notFound, unavailable } from "../errors.ts";
import { newPassword } from "../keys/random.ts";
import { seal } from "../keys/seal.ts";
import { passwordOf, place, shown } from "./shown-credential.ts";

type Rotating = Call<"rotateCredential", CredentialRow>;

/** Each try may lose against another call: as many as CHANGE_RATE allows at once, and some more. */
const MAX_TRIES = 64;

export const rotateCredential = rowRoute<"rotateCredential", CredentialRow>(readCredential, async (call) => {
  const lastUses = await askAccount(call.env, call.caller.user.id, (account) => account.lastUses());
  const row = await rotated(call, only(call.read), call.body.password ?? newPassword());
  return shown(call, row, lastUses);
});

async function rotated(call: Rotating, before: CredentialRow, password: string): Promise<CredentialRow> {
  const { env, caller } = call;
  let known = before;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const next = await nextOf(call, known, password);
    const { rotate, own: reading } = rotateRow(env.DB, caller.user.id, next);
    const noted = await noteChange(call, caller.user.id, {
      kind: "credential_rotated",
      detail: `The password of the credential ${before.name} was replaced`,
    });
    const { own } = await changeRights(env, caller.user.id, { rotate, noted, own: reading });
    const [row] = own.results;
    if (row === undefined) throw notFound();
    if (row.password_sealed === next.sealed) return row;
    known = row;
  }
  throw unavailable();
}

async function nextOf(call: Rotating, before: CredentialRow, password: string): Promise<Rotated> {
  const { env, now } = call;
  const old = await passwordOf(env, before);
  if (old === password) throw invalidField("password", MESSAGES.samePassword);
  const sealed = await seal(env, password, place(before));
  const earlier = await earlierOf(call, before, old);
  return { id: before.id, before: before.password_sealed, sealed, earlier, now };
}

/** A password without an overlap is stored for a while, too: the refusal log can name the reason to its client. */
async function earlierOf({ env, body, now }: Rotating, before: CredentialRow, old: string) {
  const overlap = body.overlap ?? OVERLAP.default;
  if (old === "") return null;
  const sealed = await seal(env, old, place(before, "earlier_sealed"));
  return { sealed, until: now + overlap * 1000 };
}
