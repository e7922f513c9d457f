import { changeRights, closePages } from "../account/change-rights.ts";
import { type Call, route } from "../api/call.ts";
import { type Happening, noteChange } from "../auth/security-log.ts";
import { MESSAGES } from "../contract/sentences.ts";
import {
  confirmEmail,
  emailLink,
  undoEmail as giveBack,
  type OpenedLink,
  type Spending,
} from "../db/email-links.ts";
import { batch, violates } from "../db/statement.ts";
import { appUrl, type Env } from "../env.ts";
import { badUndo, badVerification, emailTaken, noLetters, throttled } from "../errors.ts";
import { digest } from "../keys/digest.ts";
import { prepareAddressEmail } from "../mail/address-emails.ts";
import { countLetters } from "../mail/outbox.ts";

export const verifyEmail = route<"verifyEmail">(async (call) => {
  const opened = await open(call, confirmEmail);
  if (opened === null) throw badVerification();
  return { detail: opened.purpose === "change" ? MESSAGES.emailChanged : MESSAGES.emailVerified };
});

const HAPPENINGS: Record<OpenedLink["purpose"], Happening> = {
  verify: { kind: "email_verified", detail: "The e-mail address was confirmed" },
  change: { kind: "email_changed", detail: "The e-mail address was changed; every other session ended" },
  undo: { kind: "email_restored", detail: "The earlier e-mail address was restored; every session ended" },
};

export const undoEmail = route<"undoEmail">(async (call) => {
  if ((await open(call, giveBack)) === null) throw badUndo();
  return { detail: MESSAGES.emailUndone };
});

/**
 * Moving an address ends sessions, which the account's object must forget. Another account may have the address by now.
 */
async function open(
  call: Call<"verifyEmail"> | Call<"undoEmail">,
  use: typeof confirmEmail,
): Promise<OpenedLink | null> {
  const { env, body, now, concerns, after } = call;
  const token = digest(body.token);
  const link = await emailLink(env.DB, token, now);
  if (link === null) return null;
  concerns(link.user_id);
  const noted = await noteChange({ ...call, caller: null }, link.user_id, HAPPENINGS[link.purpose]);
  const spent = await spend(env, link, { ...use(env.DB, token, now), noted });
  if (spent !== null && link.purpose !== "verify") after(() => closePages(env, link.user_id));
  return spent;
}

interface Noted extends Spending {
  noted: D1PreparedStatement[];
}

async function spend(
  env: Env,
  link: OpenedLink,
  { steps, opened, noted }: Noted,
): Promise<OpenedLink | null> {
  // the link is used up directly before the row that reports it
  const spending = { steps, opened, noted };
  try {
    const { opened: spent } =
      link.purpose === "verify"
        ? await batch(env.DB, spending)
        : await changeRights(env, link.user_id, spending);
    return spent.results[0] ?? null;
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
    const { wait } = await countLetters(env, [{ kind: purpose, email: to, account: user.id }]);
    if (wait !== null) throw throttled(wait);
    const about = { purpose, userId: user.id, to, sessionHash: session.tokenHash, now } as const;
    const letter = await prepareAddressEmail(env, about);
    await env.DB.batch(letter.statements);
    after(letter.deliver);
    return { detail: MESSAGES.verificationSent };
  },
);
