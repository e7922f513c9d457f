/** The part of the database that schedules are in. See `schema.ts`. */

import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { MISSED } from "../../broker/contract/schedule.ts";
import { createdAt, devices, flag, id, owner } from "./schema.ts";

/** What switches a device by itself. Whether it did is known by the account's object. */
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
    /** JSON: `Place`; null where the sun does not matter. */
    place: text("place"),
    missed: text("missed", { enum: MISSED }).notNull(),
    /** Seconds. */
    grace: integer("grace").notNull(),
    enabled: flag("enabled"),
    created_at: createdAt(),
    /** Made or changed then: it is planned from there on. */
    since: integer("since").notNull(),
  },
  (t) => [index("schedules_user").on(t.user_id), index("schedules_device").on(t.device_id, t.created_at)],
);
