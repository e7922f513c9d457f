/** The account of release 0.1.0: its rows as that release stored them, for this code to go on with. */

import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import homeText from "../../support/release/0.1.0/home.json?raw";
import secrets from "../../support/release/0.1.0/secrets-of-the-fixture.env?raw";
import database from "../../support/release/0.1.0/state/v3/d1/miniflare-D1DatabaseObject/9ba2b04bf514d9facfd57ed57d849e77241a7adc99d1c1545d06688b43d84248.sqlite.sql?raw";
import object from "../../support/release/0.1.0/state/v3/do/switchyard-Broker/9f185ccc26682eab9ec8da2a08cbca6a9932e29fc062665e834c1f5d6bb18c2f.sqlite.sql?raw";
import type { Stub } from "./clock.ts";

interface StoredHome {
  userId: string;
  email: string;
  logins: Record<"a device", { username: string; password: string }>;
  retained: string[];
}

export const storedHome = JSON.parse(homeText) as StoredHome;

/** The keys of its sealed and hashed values. */
export const storedKey = (name: string): string => new RegExp(`^${name}=(.+)$`, "m").exec(secrets)?.[1] ?? "";

/** Of the runtime; and the times of jobs, which a database with other accounts has already. */
const LEFT_OUT = /^(?:CREATE TABLE|INSERT INTO) "?(?:__miniflare|_cf_|sqlite_|d1_migrations|job_runs)/;
const statementsOf = (dump: string): string[] =>
  dump.split(/;\n/).filter((each) => each !== "" && !LEFT_OUT.test(each));

export async function restore(stub: Stub): Promise<void> {
  const rows = statementsOf(database).filter((each) => each.startsWith("INSERT"));
  await env.DB.batch(
    ["PRAGMA defer_foreign_keys = on", ...rows].map((statement) => env.DB.prepare(statement)),
  );
  await runInDurableObject(stub, (_, { storage }) => {
    for (const statement of statementsOf(object)) storage.sql.exec(statement);
  });
  // it wakes with these tables
  await evictDurableObject(stub);
}

/** How many of the messages that people retained are still there. */
export const retainedLeft = (stub: Stub): Promise<number> =>
  runInDurableObject(stub, (_, { storage }) => {
    const topics = storedHome.retained.map((each) => each.split(" ")[0] ?? "");
    const query = "SELECT count(*) AS count FROM retained WHERE topic IN (SELECT value FROM json_each(?))";
    return Number(storage.sql.exec(query, JSON.stringify(topics)).one().count);
  });
