/** The table of webhooks' secrets. See `schema.ts`. */

import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { createdAt, id, owner } from "./schema.ts";

/** The webhooks themselves are in the account's object. Here their secrets are sealed again after a key rotation. */
export const webhookSecrets = sqliteTable(
  "webhook_secrets",
  {
    id: id(),
    user_id: owner(),
    target_id: text("target_id").notNull(),
    secret_sealed: text("secret_sealed").notNull(),
    created_at: createdAt(),
    /** Null for the current secret; a previous one signs until then, too. */
    until: integer("until"),
  },
  (t) => [index("webhook_secrets_target").on(t.user_id, t.target_id, t.created_at)],
);
