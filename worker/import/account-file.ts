/** PURE. `account.json` of an export, checked as far as an import relies on it. The API checks the values. */

import type { User } from "../contract/account.ts";
import type { Channel } from "../contract/channels.ts";
import type { Credential } from "../contract/credentials.ts";
import type { Device } from "../contract/devices.ts";
import { EXPORT_FORMAT } from "../contract/export-file.ts";
import type { Schedule } from "../contract/schedules.ts";
import type { Settings } from "../contract/settings.ts";
import type { NoticeTarget, Watch } from "../contract/watches.ts";

/** A reason why nothing can be imported, as a sentence for the person. */
export class ImportError extends Error {
  override readonly name = "ImportError";
}

/** What an older format lacks is left out. */
type Exported<Row, Needed extends keyof Row> = Pick<Row, Needed> & Partial<Omit<Row, Needed>>;

type ExportedChannel = Exported<Channel, "id" | "name" | "topic">;
export type ExportedCredential = Exported<Credential, "id" | "name" | "username" | "channels" | "grants">;
export type ExportedDevice = Exported<Device, "id" | "name" | "channels">;
export type ExportedSchedule = Exported<Schedule, "name"> & { device: string };
export type ExportedWatch = Exported<Watch, "id" | "name" | "targets">;
export type ExportedTarget = Exported<NoticeTarget, "id" | "kind">;

export interface AccountFile {
  user: Exported<User, "id">;
  settings: Partial<Settings> | null;
  api_keys: { created_at?: string }[];
  tokens: { name: string }[];
  guests: { name: string }[];
  apps: { name: string }[];
  channels: ExportedChannel[];
  credentials: ExportedCredential[];
  devices: ExportedDevice[];
  schedules: ExportedSchedule[];
  watches: ExportedWatch[];
  targets: ExportedTarget[];
}

/** The fields that an import uses by itself: a text, or a list of objects with an id. */
const FIELDS = {
  api_keys: {},
  tokens: { name: "text" },
  guests: { name: "text" },
  apps: { name: "text" },
  channels: { id: "text", name: "text", topic: "text" },
  credentials: { id: "text", name: "text", username: "text", channels: "rows", grants: "grants" },
  devices: { id: "text", name: "text", channels: "rows" },
  schedules: { device: "text", name: "text" },
  watches: { id: "text", name: "text", targets: "texts" },
  targets: { id: "text", kind: "text" },
} as const satisfies Partial<Record<keyof AccountFile, Record<string, FieldKind>>>;
type FieldKind = "text" | "texts" | "rows" | "grants";
type ListName = keyof typeof FIELDS;

/** Of each list: every row is a call. */
const MAX_ROWS = 10_000;

/** Lists that format 1 may lack. */
const ADDED_LATER: readonly ListName[] = ["tokens", "guests", "apps", "schedules", "watches", "targets"];

type Fields = Record<string, unknown>;

export function readAccountFile(text: string): AccountFile {
  const json = parsed(text);
  const format = json.format ?? 1;
  if (typeof format !== "number") throw damaged("format");
  if (format > EXPORT_FORMAT) {
    throw new ImportError(
      `This export has format ${format}, and this release reads up to ${EXPORT_FORMAT}: use a newer release.`,
    );
  }
  const { user, settings = null } = json;
  if (!isObject(user) || typeof user.id !== "string") {
    throw new ImportError("This is no export of Switchyard: its account.json has no account.");
  }
  if (settings !== null && !isObject(settings)) throw damaged("settings");
  const lists = Object.keys(FIELDS).map((name) => [name, rowsOf(json, name as ListName)]);
  return { user, settings, ...Object.fromEntries(lists) } as AccountFile;
}

function parsed(text: string): Fields {
  try {
    const json: unknown = JSON.parse(text);
    if (isObject(json)) return json;
  } catch {
    // as below
  }
  throw new ImportError("account.json is damaged: it is no JSON object. Export the account again.");
}

function rowsOf(json: Fields, name: ListName): unknown[] {
  const rows = json[name] ?? (ADDED_LATER.includes(name) ? [] : null);
  if (!Array.isArray(rows)) throw damaged(name);
  if (rows.length > MAX_ROWS) {
    throw new ImportError(
      `This export has ${rows.length} rows of ${name}: an import takes up to ${MAX_ROWS}.`,
    );
  }
  for (const row of rows) {
    if (!isObject(row)) throw damaged(name);
    for (const [field, kind] of Object.entries(FIELDS[name])) {
      if (!CHECKS[kind as FieldKind](row[field])) throw damaged(`${name}, ${field}`);
    }
  }
  return rows;
}

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value: unknown): boolean => typeof value === "string";
const isListOf = (is: (item: unknown) => boolean) => (value: unknown) =>
  Array.isArray(value) && value.every(is);

const CHECKS: Record<FieldKind, (value: unknown) => boolean> = {
  text: isText,
  texts: isListOf(isText),
  rows: isListOf((item) => isObject(item) && isText(item.id)),
  grants: isListOf((item) => isObject(item) && isText(item.filter)),
};

const damaged = (where: string) =>
  new ImportError(`account.json is damaged (${where}): export the account again.`);
