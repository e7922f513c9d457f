/**
 * Letters on their way. They are stored with the change that causes them, sent after the answer,
 * and tried again by the cron. Stored sealed: a dump of the database must not hold a reset link.
 */

import { z } from "zod";
import { logLine } from "../../broker/contract/hidden.ts";
import { stored } from "../../broker/contract/json.ts";
import { all, first, read } from "../db/statement.ts";
import { columns, type RowOf } from "../db/tables.ts";
import { appUrl } from "../env.ts";
import { loadKeys, type SealEnv, type SealedRow, seal, unseal } from "../keys/seal.ts";
import type { Letter } from "./letters.ts";
import { type MailEnv, send, UnsafeHeader } from "./send.ts";

export interface OutboxEnv extends MailEnv, SealEnv {
  DB: D1Database;
  ENVIRONMENT?: string | undefined;
  APP_URL?: string | undefined;
}

export interface Posted {
  id: string;
  /** Stores the letter: belongs into the batch of the change that it tells of. */
  statement: D1PreparedStatement;
  /** For `waitUntil`, once the batch is committed. Never rejects: the outbox tries again. */
  deliver(): Promise<void>;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Waits after the first, second … failure; the last one repeats. The first also keeps the cron off a letter being sent. */
const RETRY_AFTER = [2 * MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR];
/** A reset link is dead after an hour: a later letter would only mislead. Rows may be of a kind of another release. */
const GIVE_UP_AFTER: Partial<Record<string, number>> = { reset: HOUR } satisfies Partial<
  Record<Letter["kind"], number>
>;
const GIVE_UP = 24 * HOUR;

/** A condition in SQL, asked when the letter is stored: whether the account exists is known only inside the batch. */
interface Condition {
  sql: string;
  params: readonly (string | number)[];
}

const ALWAYS: Condition = { sql: "1", params: [] };

export interface PostOptions {
  now?: number;
  onlyIf?: Condition;
  /** What the log calls the account. */
  account?: string;
}

/**
 * Null where a letter would need an address of the product and there is none: then nothing is stored or sent. A letter to
 * nobody (`to` null) goes every way that others go, up to the provider: whoever watches does not see that it is none.
 */
export async function post(
  env: OutboxEnv,
  letter: Letter | null,
  to: string | null,
  { now = Date.now(), onlyIf = ALWAYS, account }: PostOptions = {},
): Promise<Posted> {
  const id = crypto.randomUUID();
  // Whoever does not say where it is writes to nobody: a letter must lead to where it came from.
  if (letter === null || appUrl(env) === null) return nothing(env, id);
  const sealed = await seal(await loadKeys(env), JSON.stringify({ to, letter, account }), rowOf(id));
  const statement = env.DB.prepare(
    `INSERT INTO mail_outbox (id, kind, letter_sealed, created_at, attempts, next_attempt_at)
     SELECT ?, ?, ?, ?, 0, ? WHERE ${onlyIf.sql}`,
  ).bind(id, letter.kind, sealed, now, now + retryAfter(0), ...onlyIf.params);
  return { id, statement, deliver: async () => void (await deliver(env, id, now)) };
}

const nothing = (env: OutboxEnv, id: string): Posted => ({
  id,
  statement: env.DB.prepare("SELECT 1"),
  deliver: async () => {},
});

const DUE = "SELECT id FROM mail_outbox WHERE next_attempt_at <= ? ORDER BY next_attempt_at LIMIT ?";

/** Tries every letter that is due, oldest first. Answers how many left and how many must wait on. */
export async function deliverDue(
  env: OutboxEnv,
  now: number,
  limit: number,
): Promise<{ sent: number; failed: number }> {
  const due = await all(read<{ id: string }>(env.DB, DUE, now, limit));
  const count = { sent: 0, failed: 0 };
  for (const { id } of due) {
    if (await deliver(env, id, now)) count.sent += 1;
    else count.failed += 1;
  }
  return count;
}

const LETTER = columns("mail_outbox", ["id", "kind", "letter_sealed", "created_at", "attempts"]);
const WAITING = `SELECT ${LETTER} FROM mail_outbox WHERE id = ? AND next_attempt_at IS NOT NULL`;

type OutboxRow = RowOf<typeof LETTER>;

async function deliver(env: OutboxEnv, id: string, now: number): Promise<boolean> {
  try {
    const row = await claim(env, id, now);
    if (row === null) return false;
    return await attempt(env, row, now);
  } catch (error) {
    // The database: the letter keeps its due time, the cron comes back to it.
    logFailure({ id, error });
    return false;
  }
}

/** Two deliveries of one letter at the same time: one of them finds it taken. */
async function claim(env: OutboxEnv, id: string, now: number): Promise<OutboxRow | null> {
  const row = await first(read<OutboxRow>(env.DB, WAITING, id));
  if (row === null) return null;
  const { meta } = await env.DB.prepare(
    "UPDATE mail_outbox SET attempts = attempts + 1, next_attempt_at = ? WHERE id = ? AND attempts = ?",
  )
    .bind(now + retryAfter(row.attempts), id, row.attempts)
    .run();
  return meta.changes === 1 ? row : null;
}

async function attempt(env: OutboxEnv, row: OutboxRow, now: number): Promise<boolean> {
  let opened: Opened | null = null;
  try {
    opened = await open(env, row);
    if (opened.to !== null) await send(env, opened.to, opened.letter);
  } catch (error) {
    const account = opened?.account;
    logFailure({ id: row.id, account, kind: row.kind, attempts: row.attempts + 1, error });
    const hopeless = error instanceof UnsafeHeader || now + retryAfter(row.attempts) > lastMoment(row);
    if (hopeless) await finish(env, row.id, null);
    return false;
  }
  await finish(env, row.id, now, opened.to !== null);
  return true;
}

/** In development the letter stays readable at /dev/mail, unless nobody was meant; elsewhere nothing of it is kept. */
async function finish(env: OutboxEnv, id: string, sentAt: number | null, readable = true): Promise<void> {
  const statement =
    env.ENVIRONMENT === "development" && readable
      ? env.DB.prepare("UPDATE mail_outbox SET next_attempt_at = NULL, sent_at = ? WHERE id = ?").bind(
          sentAt,
          id,
        )
      : env.DB.prepare("DELETE FROM mail_outbox WHERE id = ?").bind(id);
  await statement.run();
}

const Opened = z.object({
  to: z.string().nullable(),
  letter: z.object({
    kind: z.enum(["verify", "change", "moved", "reset", "invitation"]),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
  }) satisfies z.ZodType<Letter>,
  account: z.string().exactOptional(),
});
type Opened = z.infer<typeof Opened>;
const storedLetter = stored(Opened);

export async function open(env: SealEnv, row: Pick<OutboxRow, "id" | "letter_sealed">): Promise<Opened> {
  return storedLetter(await unseal(await loadKeys(env), row.letter_sealed, rowOf(row.id)));
}

/** A letter belongs to no account of its own: whom it goes to is inside. */
const rowOf = (id: string): SealedRow => ({ table: "mail_outbox", column: "letter_sealed", id, userId: "" });

const retryAfter = (attempts: number) => RETRY_AFTER[Math.min(attempts, RETRY_AFTER.length - 1)] ?? HOUR;
const lastMoment = (row: OutboxRow) => row.created_at + (GIVE_UP_AFTER[row.kind] ?? GIVE_UP);

/** Neither the address nor the letter: both are nobody's business in a log. */
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
