import { MESSAGES } from "../contract/messages.ts";
import { violates } from "../db/constraints.ts";
import { confirmEmail, undoEmail as giveBack, type OpenedLink } from "../db/email-links.ts";
import { appUrl } from "../env.ts";
import { badUndo, badVerification, emailTaken, noLetters, throttled } from "../errors.ts";
import { type Call, route } from "../http/call.ts";
import { writeAddressLetter } from "../mail/address-letters.ts";
import { digest } from "../secrets/digest.ts";
import { count } from "../throttle/check.ts";

export const verifyEmail = route<"verifyEmail">(async (call) => {
  const opened = await open(call, confirmEmail);
  if (opened === null) throw badVerification();
  return { detail: opened.purpose === "change" ? MESSAGES.emailChanged : MESSAGES.emailVerified };
});

export const undoEmail = route<"undoEmail">(async (call) => {
  if ((await open(call, giveBack)) === null) throw badUndo();
  return { detail: MESSAGES.emailUndone };
});

/** Somebody else may have come to the address since the letter was written. */
async function open(
  { env, body, now, concerns }: Call<"verifyEmail"> | Call<"undoEmail">,
  use: typeof confirmEmail,
): Promise<OpenedLink | null> {
  try {
    const opened = await use(env.DB, await digest(body.token), now);
    if (opened !== null) concerns(opened.user_id);
    return opened;
  } catch (error) {
    throw violates(error, "users.email") ? emailTaken() : error;
  }
}

export const sendVerification = route<"sendVerification">(
  async ({ env, caller: { user, session }, now, after }) => {
    const to = user.pending_email ?? user.email;
    const purpose = user.pending_email === null ? "verify" : "change";
    if (purpose === "verify" && user.email_state === "verified") return { detail: MESSAGES.alreadyVerified };
    if (appUrl(env) === null) throw noLetters();
    const { wait } = await count(env, "letter", [{ email: to, account: user.id }]);
    if (wait !== null) throw throttled(wait);
    const about = { purpose, userId: user.id, to, sessionHash: session.tokenHash, now } as const;
    const letter = await writeAddressLetter(env, about);
    await env.DB.batch(letter.statements);
    after(letter.deliver);
    return { detail: MESSAGES.verificationSent };
  },
);
