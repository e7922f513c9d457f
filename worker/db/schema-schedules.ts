/** The tables of schedules. See `schema.ts`. */

import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { MISSED } from "../../broker/contract/schedule.ts";
import { createdAt, devices, flag, id, owner } from "./schema.ts";

/** Schedules of devices. Their runs are in the account's object. */
export const schedules = sqliteTable(
  "schedules",
  {
    id: id(),
    user_id: owner(),
    device_id: text("device_id")
      .notNull()
      .references(() => devices.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    state: flag("state"),
    /** JSON: `Timing` of broker/contract/schedule.ts. */
    timing: text("timing").notNull(),
    time_zone: text("time_zone").notNull(),
    /** JSON: `Place`; null without a sun time. */
    place: text("place"),
    missed: text("missed", { enum: MISSED }).notNull(),
    /** Seconds. */
    grace: integer("grace").notNull(),
    enabled: flag("enabled"),
    created_at: createdAt(),
    /** When it was created or changed: planned from there on. */
    since: integer("since").notNull(),
  },
  (t) => [index("schedules_user").on(t.user_id), index("schedules_device").on(t.device_id, t.created_at)],
);
