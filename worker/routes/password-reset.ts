/** Forgot password: response and work are the same whether or not the account exists. */

import { changeRights, closePages } from "../account/change-rights.ts";
import { type Call, type Route, route } from "../api/call.ts";
import { refuseCommon } from "../auth/common-passwords.ts";
import { LONGEST_WAIT } from "../auth/in-turn.ts";
import { becomeKnown } from "../auth/known-browser.ts";
import { hashPassword } from "../auth/password.ts";
import { noteChange } from "../auth/security-log.ts";
import { MESSAGES, NO_TOKENS } from "../contract/sentences.ts";
import {
  forgottenAccount,
  offerReset,
  type ResetAccount,
  resetAccount,
  spendReset,
} from "../db/password-resets.ts";
import { appUrl } from "../env.ts";
import { badResetToken } from "../errors.ts";
import { accountName, digest } from "../keys/digest.ts";
import { lookupHash, lookupHashes } from "../keys/keys.ts";
import { randomToken } from "../keys/random.ts";
import { passwordResetEmail } from "../mail/emails.ts";
import { countLetters, queueEmail } from "../mail/outbox.ts";
import { fateOf, whatEnded, withFate } from "./password.ts";

export const forgotPassword = route<"forgotPassword">(async (call) => {
  const { env, body } = call;
  const url = appUrl(env);
  // Beyond its share of emails an address keeps its links: strangers' requests end none of them.
  const { wait } = await countLetters(env, [{ kind: "reset", email: body.email }]);
  if (url !== null && wait === null) await offer(call, url);
  return { detail: MESSAGES.resetSent };
});

/** Without an account the same statements run, and the same email is processed, without a recipient. */
async function offer({ env, body, now, after, concerns }: Call<"forgotPassword">, url: string) {
  const token = randomToken();
  const user = await forgottenAccount(env.DB, body.email, now);
  if (user !== null) concerns(user.id);
  const { tokens, guests } = user ?? NO_TOKENS;
  const clears = user?.email_state === "unverified";
  const content = passwordResetEmail({ appUrl: url, token, clears, counts: { tokens, guests } });
  const account = accountName(user?.id ?? "");
  const letter = await queueEmail(env, content, user?.email ?? null, { now, account });
  const [hash, hashes] = [lookupHash(env, body.email), lookupHashes(env, body.email)];
  const email = { text: body.email, hash, hashes };
  await env.DB.batch([...offerReset(env.DB, email, digest(token), now), letter.statement]);
  after(letter.deliver);
}

export const validateResetToken = route<"validateResetToken">(async ({ env, body, now }) => {
  const account = await resetAccount(env.DB, digest(body.token), now);
  if (account === null) throw badResetToken();
  const { isCleared: clears, tokens, guests } = account;
  return { detail: MESSAGES.resetTokenValid, clears, tokens, guests };
});

export const resetPassword: Route<"resetPassword"> = {
  waits: LONGEST_WAIT,
  async act(call) {
    const { env, body, address } = call;
    refuseCommon(body.password);
    const tokenHash = digest(body.token);
    // Looked up first: a made-up token costs no password hash.
    const account = await resetAccount(env.DB, tokenHash, call.now);
    if (account === null) throw badResetToken();
    call.concerns(account.user_id);
    const passwordHash = await hashPassword(body.password, { address: address(), isKnown: true });
    const reset = spendReset(env.DB, tokenHash, passwordHash, becomeKnown(call));
    if (!(await spend(call, account, reset))) throw badResetToken();
    call.after(() => closePages(env, account.user_id));
    return withFate(MESSAGES.passwordReset, fateOf(account.isCleared ? NO_TOKENS : account, body));
  },
};

/** Sessions end, and the account's object clears what a stranger may have left, before the response. */
async function spend(
  call: Call<"resetPassword">,
  { user_id, isCleared }: ResetAccount,
  { marked: mark, cleared: all, ended: tokens, ...always }: ReturnType<typeof spendReset>,
): Promise<boolean> {
  const { env, body } = call;
  const cleared = isCleared ? all : [];
  const ended = body.delete_tokens ? tokens : [];
  const what = isCleared ? "the account was cleared" : `${whatEnded(body)} ended`;
  const noted = await noteChange(call, user_id, {
    kind: "password_reset",
    detail: `The password was set by the link of an e-mail; ${what}`,
  });
  const { marked } = await changeRights(env, user_id, { marked: mark, noted, cleared, ended, ...always });
  return marked.meta.changes === 1;
}
