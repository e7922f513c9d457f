/** Tables for proving addresses, and for the emails. */

import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { createdAt, id, owner, users } from "./schema.ts";

export const emailLinks = sqliteTable(
  "email_links",
  {
    token_hash: text("token_hash").primaryKey(),
    user_id: owner(),
    /** Whether it proves the address, moves the account to it, or restores it. */
    purpose: text("purpose", { enum: ["verify", "change", "undo"] }).notNull(),
    email: text("email").notNull(),
    /** The session that asked for the change, which stays signed in. */
    session_hash: text("session_hash"),
    created_at: createdAt(),
    expires_at: integer("expires_at").notNull(),
  },
  (t) => [
    index("email_links_user").on(t.user_id, t.purpose),
    index("email_links_email").on(t.email, t.purpose),
    index("email_links_expiry").on(t.expires_at),
  ],
);

/** Browsers that have logged in before: exempt from the throttle of strangers, nothing else. */
export const knownBrowsers = sqliteTable(
  "known_browsers",
  {
    token_hash: text("token_hash").primaryKey(),
    user_id: owner(),
    created_at: createdAt(),
    expires_at: integer("expires_at").notNull(),
  },
  (t) => [
    index("known_browsers_user").on(t.user_id, t.created_at),
    index("known_browsers_expiry").on(t.expires_at),
  ],
);

/** Password links. A row is written whether or not the address is registered. */
export const resetLinks = sqliteTable(
  "reset_links",
  {
    token_hash: text("token_hash").primaryKey(),
    /** Keyed hash of the address: finds the links that a new one ends, also without an account. */
    email_hash: text("email_hash").notNull(),
    user_id: text("user_id").references(() => users.id, { onDelete: "cascade" }),
    created_at: createdAt(),
    expires_at: integer("expires_at").notNull(),
    /** The request that used it up. */
    used_by: text("used_by"),
  },
  (t) => [
    index("reset_links_email").on(t.email_hash),
    index("reset_links_user").on(t.user_id),
    index("reset_links_expiry").on(t.expires_at),
  ],
);

export const waitlist = sqliteTable(
  "waitlist",
  {
    email: text("email").primaryKey(),
    created_at: createdAt(),
    /** When an invitation was sent; null for none. */
    invited_at: integer("invited_at"),
  },
  (t) => [index("waitlist_order").on(t.created_at)],
);

/** Invitations: they register their address even when the service is full. */
export const invitations = sqliteTable(
  "invitations",
  {
    token_hash: text("token_hash").primaryKey(),
    email: text("email").notNull(),
    created_at: createdAt(),
    expires_at: integer("expires_at").notNull(),
  },
  (t) => [index("invitations_email").on(t.email), index("invitations_expiry").on(t.expires_at)],
);

/** Emails to be sent. Sealed: a reset email contains a token. */
export const mailOutbox = sqliteTable(
  "mail_outbox",
  {
    id: id(),
    kind: text("kind").notNull(),
    letter_sealed: text("letter_sealed").notNull(),
    created_at: createdAt(),
    attempts: integer("attempts").notNull().default(0),
    /** When to try next; null when sent or given up. */
    next_attempt_at: integer("next_attempt_at"),
    sent_at: integer("sent_at"),
  },
  (t) => [index("mail_outbox_next").on(t.next_attempt_at), index("mail_outbox_created").on(t.created_at)],
);
