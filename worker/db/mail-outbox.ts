/** E-mails to be sent. `worker/mail/outbox.ts` seals, sends and retries them. */

import { and, asc, desc, eq, isNotNull, lte, type SQL, sql } from "drizzle-orm";
import { mailOutbox } from "./schema.ts";
import { build, first, insertWhere, read, rowid, write } from "./statement.ts";

type Email = typeof mailOutbox.$inferSelect;

/** A condition that is evaluated in the batch, because only the batch knows whether the account exists. */
export type EmailCondition = SQL;

export const insertEmail = (
  db: D1Database,
  row: Pick<Email, "id" | "kind" | "letter_sealed" | "created_at" | "next_attempt_at">,
  onlyIf: EmailCondition | undefined,
): D1PreparedStatement => write(db, insertWhere(mailOutbox, { ...row, attempts: 0 }, onlyIf));

/** For the batch of an e-mail that is not stored. */
export const noEmail = (db: D1Database): D1PreparedStatement => read(db, sql`select 1`);

/** Notices wait for all others: one run of the cron sends a bounded number, and a reset link expires in an hour. */
export const dueEmails = (db: D1Database, now: number, limit: number) =>
  read(
    db,
    build
      .select({ id: mailOutbox.id })
      .from(mailOutbox)
      .where(lte(mailOutbox.next_attempt_at, now))
      .orderBy(sql`${mailOutbox.kind} = 'notice'`, asc(mailOutbox.next_attempt_at))
      .limit(limit),
  );

const EMAIL = {
  id: mailOutbox.id,
  kind: mailOutbox.kind,
  letter_sealed: mailOutbox.letter_sealed,
  created_at: mailOutbox.created_at,
  attempts: mailOutbox.attempts,
  sent_at: mailOutbox.sent_at,
};
export type EmailRow = Pick<Email, keyof typeof EMAIL>;

export const unsentEmail = (db: D1Database, id: string): Promise<EmailRow | null> =>
  first(
    read(
      db,
      build
        .select(EMAIL)
        .from(mailOutbox)
        .where(and(eq(mailOutbox.id, id), isNotNull(mailOutbox.next_attempt_at))),
    ),
  );

const attempted = ({ id, attempts }: Pick<EmailRow, "id" | "attempts">) =>
  and(eq(mailOutbox.id, id), eq(mailOutbox.attempts, attempts));

/** Counts an attempt. Returns false if another one has begun since the row was read. */
export async function claimEmail(db: D1Database, row: EmailRow, until: number): Promise<boolean> {
  const claimed = build
    .update(mailOutbox)
    .set({ attempts: row.attempts + 1, next_attempt_at: until })
    .where(attempted(row));
  const { meta } = await write(db, claimed).run();
  return meta.changes === 1;
}

/** Ends the claim of this row. Changes nothing when the e-mail was claimed again meanwhile. */
export const retryEmail = (db: D1Database, { id, attempts }: EmailRow, at: number): Promise<unknown> =>
  write(
    db,
    build
      .update(mailOutbox)
      .set({ next_attempt_at: at })
      .where(attempted({ id, attempts: attempts + 1 })),
  ).run();

export const keepSentEmail = (db: D1Database, id: string, sentAt: number | null): Promise<unknown> =>
  write(
    db,
    build.update(mailOutbox).set({ next_attempt_at: null, sent_at: sentAt }).where(eq(mailOutbox.id, id)),
  ).run();

export const deleteEmail = (db: D1Database, id: string): Promise<unknown> =>
  write(db, build.delete(mailOutbox).where(eq(mailOutbox.id, id))).run();

/** The newest first, sent or not. */
export const lastEmails = (db: D1Database, limit: number) =>
  read(
    db,
    build
      .select(EMAIL)
      .from(mailOutbox)
      .orderBy(desc(mailOutbox.created_at), desc(rowid(mailOutbox)))
      .limit(limit),
  );

export const emailById = (db: D1Database, id: string): Promise<EmailRow | null> =>
  first(read(db, build.select(EMAIL).from(mailOutbox).where(eq(mailOutbox.id, id))));
