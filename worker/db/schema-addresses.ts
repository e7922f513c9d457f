/** The tables of the database by which people prove who they are, and the letters to them. */

import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { createdAt, id, owner, users } from "./schema.ts";

export const emailLinks = sqliteTable(
  "email_links",
  {
    token_hash: text("token_hash").primaryKey(),
    user_id: owner(),
    /** It proves the address, makes it the account's, or gives it back to the account. */
    purpose: text("purpose", { enum: ["verify", "change", "undo"] }).notNull(),
    email: text("email").notNull(),
    /** The session that asked for the change: the one that outlives it. */
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

/** Where somebody has logged in before: by its token it gets past what strangers tried, and nowhere else. */
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

/** Links that set a password. Whoever has the address or nobody: a row is written for either. */
export const resetLinks = sqliteTable(
  "reset_links",
  {
    token_hash: text("token_hash").primaryKey(),
    /** Keyed: whose links end when a new one is asked for, also where they are nobody's. */
    email_hash: text("email_hash").notNull(),
    user_id: text("user_id").references(() => users.id, { onDelete: "cascade" }),
    created_at: createdAt(),
    expires_at: integer("expires_at").notNull(),
    /** The one request that used it up. */
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
    /** When a letter said that there is room; null: none did. */
    invited_at: integer("invited_at"),
  },
  (t) => [index("waitlist_order").on(t.created_at)],
);

/** Links in letters that register their address, also where there is no room. */
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

/** Letters on their way. Sealed: a reset letter holds a token. */
export const mailOutbox = sqliteTable(
  "mail_outbox",
  {
    id: id(),
    kind: text("kind").notNull(),
    letter_sealed: text("letter_sealed").notNull(),
    created_at: createdAt(),
    attempts: integer("attempts").notNull().default(0),
    /** When to try (again); null when it was sent or given up. */
    next_attempt_at: integer("next_attempt_at"),
    sent_at: integer("sent_at"),
  },
  (t) => [index("mail_outbox_next").on(t.next_attempt_at), index("mail_outbox_created").on(t.created_at)],
);
