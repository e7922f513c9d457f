/** The table of the database that tells what those did who run the service. */

import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id } from "./schema.ts";

/** One row a call. It outlives the account that it was about: no foreign key. */
export const operatorActions = sqliteTable(
  "operator_actions",
  {
    id: id(),
    at: integer("at").notNull(),
    /** Whose key it was: the name beside it, or the beginning of its digest. */
    key_name: text("key_name").notNull(),
    call: text("call").notNull(),
    account_id: text("account_id"),
    /** JSON: the body. */
    said: text("said"),
    /** What it was answered; null where nobody wrote down what came of it. */
    status: integer("status"),
  },
  (t) => [
    index("operator_actions_at").on(t.at, t.id),
    index("operator_actions_account").on(t.account_id, t.at),
  ],
);
