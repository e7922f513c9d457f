/** Queries: what a write to a table of rights must be, and what is built once. */

import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { rightsChange } from "../../../worker/db/rights-change.ts";
import { channels, deviceChannels, sessions, tokens, waitlist } from "../../../worker/db/schema.ts";
import { build, insertWhere, type Params, reading, rowid, write } from "../../../worker/db/statement.ts";

interface Prepared {
  text: string;
  values: unknown[];
}

/** A database that notes what is prepared. */
function noting() {
  const prepared: Prepared[] = [];
  const bind = (text: string, values: unknown[]) => {
    prepared.push({ text, values });
    return {};
  };
  const prepare = (text: string) => ({ bind: (...values: unknown[]) => bind(text, values) });
  return { db: { prepare } as never, prepared };
}

const ROW = { id: "i", user_id: "u", name: "n", topic: "t", created_at: 1 };

test("a write to a table of rights does not compile unless it is a change of rights", () => {
  const { db, prepared } = noting();
  write(db, build.delete(waitlist));
  write(db, build.update(sessions).set({ browser: null }));
  // @ts-expect-error a channel grants topics
  write(db, build.update(channels).set({ name: "n" }));
  // @ts-expect-error a token grants scopes
  write(db, build.delete(tokens).where(eq(tokens.id, "i")));
  // @ts-expect-error a chosen channel grants its topic
  write(db, build.insert(deviceChannels).values({ device_id: "d", channel_id: "c", position: 0 }));
  // @ts-expect-error the same as a template
  write(db, insertWhere(channels, ROW));
  // @ts-expect-error the table is unknown
  write(db, sql`delete from channels`);
  // @ts-expect-error one of the tables holds rights
  for (const table of [sessions, tokens]) write(db, build.delete(table));
  expect(prepared.length).toBeGreaterThan(2);
  expect(rightsChange(build.delete(channels))).not.toHaveProperty("bind");
});

test("a row is inserted with the columns that it has, where every condition holds", () => {
  const { db, prepared } = noting();
  const at = sql`unixepoch()`;
  write(
    db,
    insertWhere(waitlist, { email: "a", created_at: at, invited_at: undefined }, eq(waitlist.email, "b")),
  );
  expect(prepared).toEqual([
    {
      text: `insert into "waitlist" ("email", "created_at") select ?, unixepoch() where "waitlist"."email" = ?`,
      values: ["a", "b"],
    },
  ]);
});

test("a reading is built once, and binds the values of each call in the order of its text", () => {
  const { db, prepared } = noting();
  let builds = 0;
  const find = reading(({ name, user }: Params<{ name: string; user: string }>) => {
    builds += 1;
    return build
      .select({ id: channels.id })
      .from(channels)
      .where(sql`${channels.user_id} = ${user} and ${channels.name} in (${name}, ${user})`)
      .orderBy(rowid(channels));
  });
  find(db, { name: "a", user: "u" });
  find(db, { name: "b", user: "v" });
  expect(builds).toBe(1);
  expect(prepared.map(({ values }) => values)).toEqual([
    ["u", "a", "u"],
    ["v", "b", "v"],
  ]);
  expect(new Set(prepared.map(({ text }) => text)).size).toBe(1);
});
