/** E-mails are stored in the batch of their cause, sealed, then sent after the answer and retried by the cron. */

import * as z from "zod";
import { logLine, stored } from "../../broker/contract/json.ts";
import {
  claimEmail,
  deleteEmail,
  dueEmails,
  type EmailCondition,
  type EmailRow,
  insertEmail,
  keepSentEmail,
  noEmail,
  retryEmail,
  unsentEmail,
} from "../db/mail-outbox.ts";
import { all } from "../db/statement.ts";
import { appUrl } from "../env.ts";
import { type SealEnv, type SealedRow, seal, unseal } from "../keys/seal.ts";
import { within } from "../patience.ts";
import { type Counted, count, type ThrottleEnv } from "../throttle/check.ts";
import { EMAIL_KINDS, type Email } from "./emails.ts";

// Counts e-mails to one address and of one account, each purpose for itself: a stranger can ask for a reset of any
// address, and must not use up the e-mails that only its owner can cause, such as the one that restores the account.

interface CountedLetter {
  kind: Exclude<Email["kind"], "notice">;
  email: string;
  /** The account that causes it; omitted when no session is involved. */
  account?: string;
}

/** Counts all of them or none. */
export const countLetters = (env: ThrottleEnv, letters: readonly CountedLetter[]): Promise<Counted> =>
  count(
    env,
    "letter",
    letters.map(({ kind, ...facts }) => ({ ...facts, purpose: kind })),
  );

/** Notices of watches and their tests. They go to the account's own address. */
export const countNotice = (env: ThrottleEnv, account: string): Promise<Counted> =>
  count(env, "notice-letter", [{ account }]);

// Sends one e-mail by the provider.

interface MailEnv {
  MAIL: SendEmail;
  MAIL_FROM: string;
}

/** A header contains a control character. The e-mail is never sent or retried. */
export class UnsafeHeader extends Error {
  override name = "UnsafeHeader";
}

export async function send(env: MailEnv, to: string, email: Email): Promise<void> {
  await env.MAIL.send({
    from: { name: "Switchyard", email: header("from", env.MAIL_FROM) },
    to: header("to", to),
    subject: header("subject", email.subject),
    text: email.text,
    html: email.html,
  });
}

/** C0, DEL, C1, and the line and paragraph separators, which some mail programs treat as line breaks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** Returns the value. Throws `UnsafeHeader` if it could end the header line. */
export function header(name: string, value: string): string {
  if (CONTROL.test(value) || !value.isWellFormed()) {
    throw new UnsafeHeader(`The ${name} of an e-mail contains a control character.`);
  }
  return value;
}

export interface OutboxEnv extends MailEnv, SealEnv {
  DB: D1Database;
  ENVIRONMENT?: string | undefined;
  APP_URL?: string | undefined;
}

export interface QueuedEmail {
  id: string;
  /** Stores the e-mail; for the batch of the change that causes it. */
  statement: D1PreparedStatement;
  /** Sends it after the batch, in `waitUntil`. Never rejects: a failure is retried. */
  deliver(): Promise<void>;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Waits after the first, second … failure; the last repeats. The first also keeps the cron off a new e-mail. */
const RETRY_AFTER = [2 * MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR];
/**
 * While an e-mail is being sent nobody else sends it. Twice as long as the platform lets a cron run, so no send outlives
 * it. After a crash the e-mail is retried when it is over.
 */
const LEASE = 30 * MINUTE;
/** The cron leaves an e-mail that takes longer in flight, and sends the next one. */
const PATIENCE = 10_000;
/** A reset link expires after an hour. Rows can have a kind of another release. */
const GIVE_UP_AFTER: Partial<Record<string, number>> = { reset: HOUR } satisfies Partial<
  Record<Email["kind"], number>
>;
const GIVE_UP = 24 * HOUR;

export interface QueueOptions {
  now?: number;
  onlyIf?: EmailCondition;
  account?: string;
}

/**
 * Stores nothing if `email` is null or `APP_URL` is not set. With `to` null, only the provider's call is left out, so
 * that timing does not reveal which addresses are registered.
 */
export async function queueEmail(
  env: OutboxEnv,
  email: Email | null,
  to: string | null,
  { now = Date.now(), onlyIf, account }: QueueOptions = {},
): Promise<QueuedEmail> {
  const id = crypto.randomUUID();
  if (email === null || appUrl(env) === null) {
    return { id, statement: noEmail(env.DB), deliver: async () => {} };
  }
  const content: StoredEmail = { to, letter: email, ...(account !== undefined && { account }) };
  const sealed = await seal(env, JSON.stringify(content), rowOf(id));
  const row = {
    id,
    kind: email.kind,
    letter_sealed: sealed,
    created_at: now,
    next_attempt_at: now + retryAfter(0),
  };
  const statement = insertEmail(env.DB, row, onlyIf);
  return { id, statement, deliver: async () => void (await deliver(env, id, now)) };
}

/** Tries every due e-mail, oldest first, and notices last. Returns how many were sent and how many failed. */
export async function deliverDue(
  env: OutboxEnv,
  now: number,
  limit: number,
  patience = PATIENCE,
): Promise<{ sent: number; failed: number }> {
  const due = await all(dueEmails(env.DB, now, limit));
  const count = { sent: 0, failed: 0 };
  for (const { id } of due) {
    if (await within(patience, deliver(env, id, now))) count.sent += 1;
    else count.failed += 1;
  }
  return count;
}

async function deliver(env: OutboxEnv, id: string, now: number): Promise<boolean> {
  try {
    const row = await claim(env, id, now);
    if (row === null) return false;
    return await attempt(env, row, now);
  } catch (error) {
    // The database failed: the e-mail keeps its due time and the cron retries it.
    logFailure({ id, error });
    return false;
  }
}

/** Returns the row, or null if another delivery of the same e-mail has claimed it. */
async function claim(env: OutboxEnv, id: string, now: number): Promise<EmailRow | null> {
  const row = await unsentEmail(env.DB, id);
  return row !== null && (await claimEmail(env.DB, row, now + LEASE)) ? row : null;
}

async function attempt(env: OutboxEnv, row: EmailRow, now: number): Promise<boolean> {
  let email: StoredEmail | null = null;
  try {
    email = await unsealEmail(env, row);
    if (email.to !== null) await send(env, email.to, email.letter);
  } catch (error) {
    const account = email?.account;
    logFailure({ id: row.id, account, kind: row.kind, attempts: row.attempts + 1, error });
    const isFinal = error instanceof UnsafeHeader || now + retryAfter(row.attempts) > lastAttemptAt(row);
    await (isFinal ? finish(env, row.id, null) : retryEmail(env.DB, row, now + retryAfter(row.attempts)));
    return false;
  }
  await finish(env, row.id, now, email.to !== null);
  return true;
}

/** Deletes the e-mail. In development it stays readable at /dev/mail if it has a recipient. */
const finish = (env: OutboxEnv, id: string, sentAt: number | null, hasRecipient = true): Promise<unknown> =>
  env.ENVIRONMENT === "development" && hasRecipient
    ? keepSentEmail(env.DB, id, sentAt)
    : deleteEmail(env.DB, id);

const StoredEmail = z.object({
  to: z.string().nullable(),
  letter: z.object({
    kind: z.enum(EMAIL_KINDS),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
  }) satisfies z.ZodType<Email>,
  account: z.string().exactOptional(),
});
type StoredEmail = z.infer<typeof StoredEmail>;
const parseStored = stored(StoredEmail);

export async function unsealEmail(
  env: SealEnv,
  row: Pick<EmailRow, "id" | "letter_sealed">,
): Promise<StoredEmail> {
  return parseStored(await unseal(env, row.letter_sealed, rowOf(row.id)));
}

/** An e-mail has no owner: its account is only in the sealed content. */
const rowOf = (id: string): SealedRow => ({ table: "mail_outbox", column: "letter_sealed", id, userId: "" });

const retryAfter = (attempts: number) => RETRY_AFTER[Math.min(attempts, RETRY_AFTER.length - 1)] ?? HOUR;
const lastAttemptAt = (row: EmailRow) => row.created_at + (GIVE_UP_AFTER[row.kind] ?? GIVE_UP);

/** Logs neither the address nor the content, which are personal data. */
function logFailure(facts: {
  id: string;
  account?: string | undefined;
  kind?: string;
  attempts?: number;
  error: unknown;
}): void {
  const { error, ...rest } = facts;
  const reason = error instanceof Error ? error.name : "unknown";
  const code = error instanceof Error && "code" in error ? String(error.code) : undefined;
  console.error(logLine({ level: "error", event: "mail_not_sent", ...rest, reason, code }));
}
