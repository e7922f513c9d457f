/** PURE. Which rows of an account are those of an export: by name, topic, user name or address. */

import type { AccountFile } from "./account-file.ts";
import type { Ids, PlannedItem, PresentAccount } from "./planned.ts";

interface Row {
  id: string;
}

/** Several rows of one name are found in their order: the second of the export is the second of the account. */
function matchRows<From extends Row, To extends Row>(
  from: readonly From[],
  to: readonly To[],
  nameOf: (row: From | To) => string | null,
): [string, string][] {
  const free = Map.groupBy(to, nameOf);
  return from.flatMap((row): [string, string][] => {
    const name = nameOf(row);
    const found = name === null ? undefined : free.get(name)?.shift();
    return found === undefined ? [] : [[row.id, found.id]];
  });
}

export const belowRoot = (topic: string, userId: string): string =>
  topic.startsWith(`${userId}/`) ? topic.slice(userId.length + 1) : topic;

export function matchAccount(exported: AccountFile, present: PresentAccount): Ids {
  const [from, to] = [exported.user.id, present.user.id];
  // the account's own id is a level of topics
  const ids: Ids = new Map([[from, to]]);
  const add = (pairs: readonly [string, string][]) => {
    for (const [old, own] of pairs) ids.set(old, own);
  };
  const ofExport = new Set<unknown>(exported.channels);
  add(
    matchRows(exported.channels, present.channels, (row) =>
      belowRoot(row.topic, ofExport.has(row) ? from : to),
    ),
  );
  add(matchRows(exported.credentials, present.credentials, ({ username }) => username));
  add(matchRows(exported.devices, present.devices, ({ kind = "own", name }) => `${kind} ${name}`));
  add(matchRows(exported.watches, present.watches, ({ name }) => name));
  add(
    matchRows(exported.targets, present.targets, (row) => {
      const { kind, address = null, device = "", format = "cloudevents", chat = "", raised, cleared } = row;
      if (kind === "push") return null;
      if (kind !== "device") return `${kind} ${format} ${address} ${chat}`;
      return JSON.stringify([ids.get(device) ?? device, raised ?? null, cleared ?? null]);
    }),
  );
  return ids;
}

/** Fields of bodies that refer to other rows: an id, a list of ids, or topics of which an id is a level. */
const REFERENCES = ["actions", "channels", "device", "targets", "when", "grants"];

/** The same body with ids of the account in place of those of the export. */
export const withIds = (body: Record<string, unknown>, ids: Ids): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(body).map(([field, value]) => [
      field,
      REFERENCES.includes(field) ? replaced(value, ids) : value,
    ]),
  );

function replaced(value: unknown, ids: Ids): unknown {
  if (typeof value === "string") {
    return value
      .split("/")
      .map((level) => ids.get(level) ?? level)
      .join("/");
  }
  if (Array.isArray(value)) return value.map((item) => replaced(item, ids));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaced(item, ids)]));
}

/** Fields of a row that the export has: an older format lacks some. */
/** The names of the fields of a body. Its type makes the compiler ask for each. */
export const everyFieldOf = <Body>(fields: Record<keyof Body, true>): string[] => Object.keys(fields);

export const fieldsOf = (row: object, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).filter(([name, value]) => names.includes(name) && value !== undefined),
  );

/** Creates a row, changes it, or keeps it when every field is the same. */
export function rowItem(
  what: string,
  { create, update }: { create: PlannedItem["call"]; update: PlannedItem["call"] },
  { id, row, ids }: { id: string; row: object | undefined; ids: Ids },
): PlannedItem {
  if (row === undefined) return { what, action: "create", call: create, creates: id };
  const isSame = isSameRow(withIds(update?.body ?? {}, ids), row);
  return { what, action: isSame ? "keep" : "update", call: isSame ? null : update };
}

function isSameRow(body: Record<string, unknown>, row: object): boolean {
  const fields: Record<string, unknown> = { ...row };
  return Object.entries(body).every(
    ([name, value]) => comparable(name, value) === comparable(name, fields[name]),
  );
}

/** The channels of a row are a set, and are listed as objects. */
function comparable(name: string, value: unknown): string {
  if (name !== "channels" || !Array.isArray(value)) return JSON.stringify(inOrder(value)) ?? "";
  return JSON.stringify(value.map((item) => (typeof item === "string" ? item : item.id)).sort());
}

/** The fields of objects by name. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([key, item]) => [key, inOrder(item)]));
}
