import { changeRights, closePages } from "../account/change-rights.ts";
import type { Call, Route } from "../api/call.ts";
import { refuseCommon } from "../auth/common-passwords.ts";
import { LONGEST_WAIT } from "../auth/in-turn.ts";
import { becomeKnown } from "../auth/known-browser.ts";
import { hashPassword, verifyPassword } from "../auth/password.ts";
import { noteChange } from "../auth/security-log.ts";
import type { ChangedPassword } from "../contract/account.ts";
import { MESSAGES, NO_TOKENS, type TokenCounts } from "../contract/sentences.ts";
import { endPasskeys } from "../db/passkeys.ts";
import {
  changePassword as changePasswordRow,
  endTokens,
  type PasswordAndTokens,
  passwordAndTokens,
} from "../db/password-change.ts";
import { only } from "../db/statement.ts";
import type { Password } from "../db/users.ts";
import { appUrl } from "../env.ts";
import { invalidField } from "../errors.ts";
import { accountName } from "../keys/digest.ts";
import { passwordChangedEmail, type TokenFate } from "../mail/emails.ts";
import { countLetters, type QueuedEmail, queueEmail } from "../mail/outbox.ts";

type Caller = Pick<Call<"changePassword", Password>, "read" | "address">;

/** A stolen session must neither move nor delete the account, nor lock its owner out. */
export async function askPassword({ read, address }: Caller, password: string | undefined): Promise<void> {
  if (password === undefined) throw invalidField("password", MESSAGES.required);
  const { password_hash } = only(read);
  const { right } = await verifyPassword(password, password_hash, { address: address(), isKnown: true });
  if (!right) throw invalidField("password", MESSAGES.wrongPassword);
}

export const changePassword: Route<"changePassword", PasswordAndTokens> = {
  waits: 2 * LONGEST_WAIT,
  alongside: (session, { env }) => passwordAndTokens(env.DB, session),
  async act(call) {
    const { env, caller, body } = call;
    const hashes = await newHashes(call);
    const fate = fateOf(only(call.read), body);
    const letter = await notice(call, fate);
    // another call has changed it in the meantime
    if (!(await replace(call, hashes, letter))) throw invalidField("password", MESSAGES.wrongPassword);
    call.after(letter.deliver);
    call.after(() => closePages(env, caller.user.id));
    return withFate(MESSAGES.passwordChanged, fate);
  },
};

async function replace(
  call: Call<"changePassword">,
  hashes: { from: string; to: string },
  letter: QueuedEmail,
): Promise<boolean> {
  const { env, caller, body } = call;
  const password = { userId: caller.user.id, ...hashes };
  const { changed: change, ended } = changePasswordRow(env.DB, caller.session, password, becomeKnown(call));
  const detail = `The password was changed; ${whatEnded(body)} ended`;
  const { changed } = await changeRights(env, caller.user.id, {
    changed: change,
    noted: await noteChange(call, password.userId, { kind: "password_changed", detail }),
    ended,
    tokens: body.delete_tokens ? endTokens(password) : [],
    passkeys: body.delete_tokens ? [endPasskeys(env.DB, password)] : [],
    letter: letter.statement,
  });
  return changed.meta.changes === 1;
}

/** For the security log. */
export const whatEnded = ({
  delete_tokens: ends = false,
}: {
  delete_tokens?: boolean | undefined;
}): string => (ends ? "every other session, token and passkey" : "every other session");

/** The answer of a call that set a password. */
export const withFate = (detail: string, { tokens, guests, sentence }: TokenFate): ChangedPassword => ({
  detail: `${detail} ${sentence}`.trim(),
  tokens,
  guests,
});

export function fateOf(
  counts: TokenCounts,
  { delete_tokens: ends = false }: { delete_tokens?: boolean | undefined },
): TokenFate {
  const { tokens, guests, apps = 0 } = counts;
  const counted = { tokens, guests, apps };
  return ends
    ? { ...NO_TOKENS, sentence: MESSAGES.tokensDeleted(counted) }
    : { ...counted, sentence: MESSAGES.tokensStay(counted) };
}

/** The hash that the password was checked against, and that of the new one. */
async function newHashes(
  call: Call<"changePassword", PasswordAndTokens>,
): Promise<{ from: string; to: string }> {
  const { body, address } = call;
  refuseCommon(body.new_password, "new_password");
  await askPassword(call, body.password);
  if (body.new_password === body.password) throw invalidField("new_password", MESSAGES.samePassword);
  const to = await hashPassword(body.new_password, { address: address(), isKnown: true });
  return { from: only(call.read).password_hash, to };
}

/** An unproven address gets none, and none is sent above the account's share of emails. */
async function notice(
  { env, caller: { user }, now }: Call<"changePassword">,
  fate: TokenFate,
): Promise<QueuedEmail> {
  const [app, nothing] = [appUrl(env), () => queueEmail(env, null, null)];
  if (app === null || user.email_state === "unverified") return nothing();
  const { wait } = await countLetters(env, [{ kind: "password", email: user.email, account: user.id }]);
  if (wait !== null) return nothing();
  const letter = passwordChangedEmail(app, fate);
  return queueEmail(env, letter, user.email, { now, account: accountName(user.id) });
}
