/** The tables of tokens. See `schema.ts`. */

import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { createdAt, id, owner } from "./schema.ts";

/** Tokens for programs. Their last use is in the account's object. */
export const tokens = sqliteTable(
  "tokens",
  {
    id: id(),
    user_id: owner(),
    name: text("name").notNull(),
    token_hash: text("token_hash").notNull(),
    /** JSON: scopes of `broker/contract/scopes.ts`. */
    scopes: text("scopes").notNull(),
    created_at: createdAt(),
    /** Null: it does not expire. */
    expires_at: integer("expires_at"),
  },
  (t) => [uniqueIndex("tokens_hash").on(t.token_hash), index("tokens_user").on(t.user_id, t.created_at)],
);
