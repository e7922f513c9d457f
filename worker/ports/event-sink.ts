/** The broker's events into the database: one batch a write, and the same batch twice changes nothing. */

import type { DeviceEventRecord, DeviceStateRecord, EventRecord, EventSink } from "../../broker/ports.ts";
import { storeEvents, storeLastUses, storeLinks, storeStates } from "../db/event-records.ts";

export function eventSinkOver(db: D1Database): EventSink {
  return {
    async write(userId, records) {
      const statements = statementsOf(db, userId, records);
      if (statements.length > 0) await db.batch(statements);
    },
  };
}

const STATES: Partial<Record<string, 0 | 1>> = { turned_on: 1, turned_off: 0 };

function statementsOf(
  db: D1Database,
  userId: string,
  records: readonly EventRecord[],
): D1PreparedStatement[] {
  const events = records.filter((record) => record.kind === "device-event");
  const uses = records.filter((record) => record.kind === "credential-use");
  const told = records.filter((record) => record.kind !== "credential-use");
  const switches = told.filter((each) => STATES[each.type] !== undefined);
  const statements: D1PreparedStatement[] = [];
  if (events.length > 0) statements.push(storeEvents(db, userId, events));
  if (told.length > 0) statements.push(storeLinks(db, userId, links(told)));
  if (switches.length > 0) statements.push(storeStates(db, userId, states(switches)));
  if (uses.length > 0) {
    statements.push(storeLastUses(db, userId, newest(uses, (use) => use.credentialId).map(lastUse)));
  }
  return statements;
}

const lastUse = (use: { credentialId: string; at: number }) => ({ id: use.credentialId, at: use.at });

/** What says how a device is, whether or not it is an event. */
type Told = DeviceEventRecord | DeviceStateRecord;

const links = (events: readonly Told[]) =>
  newest(events, (event) => event.deviceId).map((event) => ({
    id: event.deviceId,
    at: event.at,
    value: event.connected ? (1 as const) : (0 as const),
    ...seen(events, event.deviceId),
  }));

function seen(events: readonly Told[], deviceId: string): { seen?: number } {
  const times = events
    .filter((event) => event.deviceId === deviceId && /^(dis)?connected$/.test(event.type))
    .map((event) => event.at);
  return times.length === 0 ? {} : { seen: Math.max(...times) };
}

const states = (events: readonly Told[]) =>
  newest(events, (event) => event.deviceId).map((event) => ({
    id: event.deviceId,
    at: event.at,
    value: STATES[event.type] ?? 0,
  }));

/** Of several records about one thing the newest decides. */
function newest<R extends { at: number }>(records: readonly R[], about: (record: R) => string): R[] {
  const last = new Map<string, R>();
  for (const record of records) {
    const before = last.get(about(record));
    if (before === undefined || before.at <= record.at) last.set(about(record), record);
  }
  return [...last.values()];
}
