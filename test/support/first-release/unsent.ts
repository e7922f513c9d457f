/**
 * What the first release wrote down in an account's object and had not sent when it ended: as if the database had been
 * away for the last of it. Taken from what had arrived, so that ids and times are its own.
 */

import { join } from "node:path";
import { DatabaseSync, type SQLOutputValue } from "node:sqlite";
import { databasesIn, lookInto } from "../../../worker/local/local-database.ts";
import { BROKERS } from "./databases.ts";
import type { Person } from "./people.ts";

type Row = Record<string, SQLOutputValue>;

function objectOf(state: string, userId: string): string {
  const isTheirs = (database: DatabaseSync) =>
    database.prepare("SELECT user_id FROM meta").get()?.user_id === userId;
  const file = databasesIn(state, BROKERS).find((each) => lookInto(each, isTheirs));
  if (file === undefined) throw new Error(`There is no object of ${userId}.`);
  return file;
}

const eventRecord = ({ id, at, device_id: deviceId, event_type: type, actor }: Row) => ({
  kind: "device-event",
  id,
  at,
  deviceId,
  type,
  connected: type !== "disconnected",
  ...(actor !== null && { actor }),
});

export function leaveUnsent(state: string, { userId, devices }: Person): void {
  const [d1 = ""] = databasesIn(state);
  const file = objectOf(state, userId);
  const database = new DatabaseSync(d1);
  const object = new DatabaseSync(file);
  const { late = "", fan = "" } = devices;
  if (object.prepare("SELECT 1 FROM outbox UNION SELECT 1 FROM sums").get() !== undefined)
    throw new Error("Something is on its way still.");
  if (!hasAlarm(state, file))
    throw new Error("The alarm that would send it has rung: the kill came too late.");

  const events = database.prepare("DELETE FROM events WHERE device_id = ? RETURNING *").all(late);
  const { id: credentialId, last_used: at } = database
    .prepare("SELECT id, last_used FROM credentials WHERE user_id = ? AND username = 'late'")
    .get(userId) as Row;
  const use = { kind: "credential-use", id: crypto.randomUUID(), at, credentialId };
  const records = [...events.map(eventRecord), use].sort((a, b) => Number(a.at) - Number(b.at));
  for (const record of records)
    object.prepare("INSERT INTO outbox (record) VALUES (?)").run(JSON.stringify(record));
  database.prepare("UPDATE credentials SET last_used = NULL WHERE username = 'late'").run();
  database
    .prepare(
      "UPDATE devices SET state = 0, state_at = 0, connected = 0, connected_at = 0, seen_at = NULL WHERE id = ?",
    )
    .run(late);

  const sum = database
    .prepare("DELETE FROM events WHERE device_id = ? AND count > 1 RETURNING *")
    .get(fan) as Row;
  object
    .prepare(
      "INSERT INTO sums (device_id, kind, since, type, at, actor, count) VALUES (?, 'switched', ?, ?, ?, ?, ?)",
    )
    .run(fan, Number(sum.at) - 1000, sum.event_type ?? "", sum.at ?? 0, sum.actor ?? null, sum.count ?? 0);
  database.close();
  object.close();
}

/** The runtime keeps the alarms of all objects in a database beside theirs. */
function hasAlarm(state: string, file: string): boolean {
  const id = file.replace(/^.*\/|\.sqlite$/g, "");
  const its = (alarms: DatabaseSync) =>
    alarms.prepare("SELECT 1 FROM _cf_ALARM WHERE actor_id = ?").get(id) ?? null;
  return lookInto(join(state, BROKERS, "metadata.sqlite"), its) !== null;
}
