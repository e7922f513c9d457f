import { eventTypesNamed } from "../../broker/contract/device-events.ts";
import type { QueryOf } from "../contract/endpoints.ts";
import { EVENTS_PAGE } from "../contract/limits.ts";
import { OWNER, ownedBy, type SessionRef } from "./sessions.ts";
import { type Read, read } from "./statement.ts";
import { columns, type RowOf } from "./tables.ts";

const EVENT = columns("events", ["id", "device_id", "event_type", "at", "actor", "count"], "e");

export type EventRow = RowOf<typeof EVENT> & { device_name: string };

type Filters = QueryOf<"listEvents">;
type Clause = { sql: string; values: readonly (string | number)[] };

/** A device that lives shows its present name, in its old events too. */
const NAME = "coalesce(d.name, e.device_name)";
const SELECT = `SELECT ${EVENT}, ${NAME} AS device_name
  FROM events e LEFT JOIN devices d ON d.id = e.device_id AND d.user_id = e.user_id`;

export const pageSize = (filters: Filters): number => filters.size ?? EVENTS_PAGE.default;

/** One row more than the page has: whether there is another page. */
export function listEvents(db: D1Database, session: SessionRef, filters: Filters): Read<EventRow> {
  const clauses = [...clausesOf(filters)];
  const where = [`e.user_id = ${OWNER}`, ...clauses.map((clause) => clause.sql)].join(" AND ");
  const values = clauses.flatMap((clause) => clause.values);
  const sql = `${SELECT} WHERE ${where} ORDER BY e.at DESC, e.id DESC LIMIT ?`;
  return read(db, sql, ...ownedBy(session), ...values, pageSize(filters) + 1);
}

function* clausesOf(filters: Filters): Generator<Clause> {
  const { before, device, event_type, from, to, search } = filters;
  if (before) yield { sql: "(e.at, e.id) < (?, ?)", values: [before.at, before.id] };
  if (device) yield { sql: "e.device_id = ?", values: [device] };
  if (event_type) yield { sql: "e.event_type = ?", values: [event_type] };
  if (from !== undefined) yield { sql: "e.at >= ?", values: [from] };
  if (to !== undefined) yield { sql: "e.at < ?", values: [to] };
  if (search) yield searched(search);
}

/** In the device's name or the event's, without regard to case. Not LIKE, whose patterns people would have to know. */
function searched(search: string): Clause {
  const needle = search.toLowerCase();
  return {
    sql: `(instr(lower(${NAME}), ?) > 0 OR instr(${NAME}, ?) > 0
      OR e.event_type IN (SELECT value FROM json_each(?)))`,
    values: [needle, search, JSON.stringify(eventTypesNamed(needle))],
  };
}
