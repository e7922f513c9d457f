/**
 * PURE. What an import does to an account: from the files of an export, and from what the account has now. Rows that
 * exist are found by their names, so a second run of the same plan changes nothing.
 */

import type { ImportedFrom } from "../contract/account.ts";
import type { RequestOf } from "../contract/api.ts";
import { isOnlyChat } from "../contract/chat-hosts.ts";
import { MAX_SERIES_ROWS } from "../contract/limits.ts";
import type { AccountFile, ExportedDevice, ExportedTarget, ExportedWatch } from "./account-file.ts";
import type { ValuesFile } from "./archive.ts";
import { deviceItems, isMissing } from "./device-items.ts";
import { belowRoot, everyFieldOf, fieldsOf, matchAccount, rowItem } from "./match.ts";
import { type Ids, lost, type PlanContext, type PlannedItem, type PresentAccount } from "./planned.ts";

// The hourly values of an export, in calls of a bounded size.

/** The first row of an export with values; the line before has names, which the owner chose. */
const ROW = /^\d{4}-\d\d-\d\dT/;

const valueItems = (context: PlanContext, files: readonly ValuesFile[]): PlannedItem[] =>
  files.flatMap((file) => itemsOf(file, context));

function itemsOf({ id, key, csv }: ValuesFile, context: PlanContext): PlannedItem[] {
  const { devices, channels } = context.exported;
  const device = key === null ? undefined : devices.find((each) => each.id === id);
  const channel = channels.find((each) => each.id === id);
  const of = device ?? channel;
  const series = `values${key === null ? "" : ` ${key}`} of "${of?.name ?? id}"`;
  if (of === undefined) return [lost(series, "The export has no such device or channel.")];
  if (device !== undefined && isMissing(device, context)) return [lost(series, "Its device is not there.")];
  // the second name is the owner's
  if (!csv.startsWith("at,"))
    return [lost(series, "The file does not begin with a header, such as at,value.")];
  const rows = csv.split("\r\n").filter((line) => ROW.test(line));
  return parts(rows).map((part) => ({
    what: `${series}, ${part.length === 1 ? "one hour" : `${part.length} hours`}`,
    series,
    action: "values",
    call: {
      name: device === undefined ? "writeChannelSeries" : "writeDeviceSeries",
      id,
      query: { resolution: "1h", ...(key !== null && { key }) },
      csv: `at,value\r\n${part.map((row) => `${row}\r\n`).join("")}`,
    },
  }));
}

function parts(rows: readonly string[]): string[][] {
  const count = Math.ceil(rows.length / MAX_SERIES_ROWS);
  return Array.from({ length: count }, (_, n) => rows.slice(n * MAX_SERIES_ROWS, (n + 1) * MAX_SERIES_ROWS));
}

// Watches, and the targets of their notices.

function noticeItems(context: PlanContext): PlannedItem[] {
  const { exported } = context;
  return [
    ...exported.targets.map((target) => targetItem(target, context)),
    ...exported.watches.map((watch) => watchItem(watch, context)),
  ];
}

function targetItem(target: ExportedTarget, context: PlanContext): PlannedItem {
  const { id, kind, address = null } = target;
  const { ids } = context;
  if (kind === "device") return deviceTargetItem(target, context);
  if (kind === "push") {
    return lost(
      `notices in a browser (${address})`,
      "Only that browser can allow them: allow them there again, and add it to the watches.",
    );
  }
  if (kind === "webhook" && isChat(target)) return chatItem(target, context);
  const what = kind === "mail" ? "notices by e-mail" : `webhook ${address}`;
  if (ids.has(id)) return { what, action: "keep", call: null };
  const body = kind === "mail" ? { kind } : { kind, url: address };
  const note = "It gets notices after a test: rotate its secret to read the new one, and test it.";
  return {
    what,
    action: "create",
    call: { name: "createTarget", body },
    creates: id,
    ...(kind === "webhook" && { note }),
  };
}

/** An export from before formats has whole addresses of chats, which take no CloudEvent. */
const isChat = ({ format = "cloudevents", address }: ExportedTarget): boolean =>
  format !== "cloudevents" || (address != null && isOnlyChat(hostIn(address)));

const hostIn = (address: string): string => (URL.canParse(address) ? new URL(address).host : address);

/** An export has no address of a chat. One that was added here is found by its service, host and chat. */
function chatItem(
  { id, address, format = "cloudevents", chat }: ExportedTarget,
  { ids }: PlanContext,
): PlannedItem {
  const what = `notices to ${chat === undefined ? "" : `chat ${chat} at `}${hostIn(address ?? "")} (${format})`;
  if (ids.has(id)) return { what, action: "keep", call: null };
  return lost(what, "Its address is a secret: add it here yourself, and import again for its watches.");
}

function deviceTargetItem(target: ExportedTarget, context: PlanContext): PlannedItem {
  const device = targetDevice(target, context);
  if (device === null) return lost("a device that a watch switches", "Its device is not there.");
  const what = `watches switch "${device.name}"`;
  if (context.ids.has(target.id)) return { what, action: "keep", call: null };
  const body = { kind: "device", ...fieldsOf(target, ["device", "raised", "cleared"]) };
  return { what, action: "create", call: { name: "createTarget", body }, creates: target.id };
}

function targetDevice({ device: id }: ExportedTarget, context: PlanContext): ExportedDevice | null {
  const device = context.exported.devices.find((each) => each.id === id);
  return device === undefined || isMissing(device, context) ? null : device;
}

const WATCH_FIELDS = everyFieldOf<Omit<RequestOf<"createWatch">, "targets" | "actions">>({
  name: true,
  when: true,
  repeat: true,
  enabled: true,
});

function watchItem(watch: ExportedWatch, context: PlanContext): PlannedItem {
  const { exported, present, ids } = context;
  const what = `watch "${watch.name}"`;
  const device = exported.devices.find(({ id }) => id === watch.when?.device);
  if (watch.when?.device !== undefined && (device === undefined || isMissing(device, context))) {
    return lost(what, "Its device is not there.");
  }
  const own = ids.get(watch.id);
  const row = present.watches.find(({ id }) => id === own);
  const body = {
    ...fieldsOf(watch, WATCH_FIELDS),
    targets: targetsOf(watch, row?.targets ?? [], context),
    ...(watch.actions && { actions: watch.actions.filter(({ device: id }) => hasDevice(id, context)) }),
  };
  const calls = {
    create: { name: "createWatch", body },
    update: { name: "updateWatch", id: own ?? "", body },
  } as const;
  return rowItem(what, calls, { id: watch.id, row, ids });
}

const hasDevice = (id: string, context: PlanContext): boolean =>
  context.exported.devices.some((each) => each.id === id && !isMissing(each, context));

/** Targets that were added to the watch here stay. */
function targetsOf({ targets }: ExportedWatch, present: readonly string[], context: PlanContext): string[] {
  const { exported, ids } = context;
  const isKept = (target: ExportedTarget) => targetItem(target, context).action !== "lost";
  const known = new Set(exported.targets.filter(isKept).map(({ id }) => id));
  const wanted = targets.filter((id) => known.has(id)).map((id) => ids.get(id) ?? id);
  return [...present, ...wanted.filter((id) => !present.includes(id))];
}

// The account itself, its settings and channels; and what stays behind in the other account.

function accountItems(context: PlanContext): PlannedItem[] {
  return [
    ...ofAnotherAccount(context),
    ...userItem(context),
    ...settingsItem(context),
    ...apiKeyItem(context),
    ...channelItems(context),
  ];
}

/** Secrets of the account, which no call takes. */
function ofAnotherAccount({ exported, present }: PlanContext): PlannedItem[] {
  if (exported.user.id === present.user.id || exported.user.id === "") return [];
  const again = "Secrets of an account are not taken over: make a new one where it is needed.";
  const id = `Programs that name it in topics or addresses need this account's: ${present.user.id}.`;
  return [
    lost("id of the account", id),
    lost("e-mail address and password of the account", "This account keeps its own."),
    ...exported.api_keys.map(({ created_at = "" }) => lost(`API key of ${created_at.slice(0, 10)}`, again)),
    ...exported.tokens.map(({ name }) => lost(`token "${name}"`, again)),
    ...exported.guests.map(({ name }) => lost(`link of the guest "${name}"`, again)),
    ...exported.apps.map(({ name }) => lost(`app "${name}"`, "An app is not taken over: connect it again.")),
  ];
}

/** The names of a person who has none yet. The address stays, and a call needs it. */
function userItem({ exported: { user }, present }: PlanContext): PlannedItem[] {
  const { email, first_name, last_name, time_zone, clock } = present.user;
  const body = {
    email,
    first_name: first_name || (user.first_name ?? ""),
    last_name: last_name || (user.last_name ?? ""),
    time_zone: user.time_zone === undefined ? time_zone : user.time_zone,
    clock: user.clock ?? clock,
  };
  // the call needs both names
  if (body.first_name === "" || body.last_name === "") return [];
  const update = { name: "updateUser", body } as const;
  const same = { id: user.id, row: present.user, ids: new Map() };
  return [rowItem("time zone and clock", { create: null, update }, same)];
}

const SETTINGS = everyFieldOf<RequestOf<"updateSettings">>({
  profile: true,
  home_assistant: true,
  history: true,
});

function settingsItem({ exported: { settings }, present, ids }: PlanContext): PlannedItem[] {
  if (settings?.profile === undefined) return [];
  const update = { name: "updateSettings", body: fieldsOf(settings, SETTINGS) } as const;
  return [rowItem("MQTT settings", { create: null, update }, { id: "", row: present.settings, ids })];
}

/** A device is made only in an account with an API key. */
function apiKeyItem({ exported, present }: PlanContext): PlannedItem[] {
  if (present.api_keys.length > 0 || exported.devices.length === 0) return [];
  const note = "It is a new one: an account with devices needs an API key.";
  return [{ what: "API key", action: "create", call: { name: "createApiKey" }, note }];
}

const CHANNEL_FIELDS = everyFieldOf<Omit<RequestOf<"createChannel">, "topic">>({
  name: true,
  description: true,
  series: true,
});

function channelItems({ exported, present, ids }: PlanContext): PlannedItem[] {
  return exported.channels.map((channel) => {
    const topic = belowRoot(channel.topic, exported.user.id);
    const body = {
      ...fieldsOf(channel, CHANNEL_FIELDS),
      topic: `${present.user.id}/${topic}`,
    };
    const own = ids.get(channel.id);
    const calls = {
      create: { name: "createChannel", body },
      update: { name: "updateChannel", id: own ?? "", body },
    } as const;
    const row = present.channels.find(({ id }) => id === own);
    return rowItem(`channel "${channel.name}" (${topic})`, calls, { id: channel.id, row, ids });
  });
}

export interface ImportPlan {
  from: ImportedFrom;
  items: PlannedItem[];
  /** Ids of the export, and those of the same rows in the account. */
  ids: Ids;
}

export interface ImportSource {
  from: ImportedFrom;
  account: AccountFile;
  /** What the reader of the files has left out, with the reason. */
  lost?: readonly PlannedItem[];
  values: readonly ValuesFile[];
  /** Names of files that were not understood. */
  unknown: readonly string[];
}

/** In the order of the calls: rows come before those that refer to them. */
export function planImport(source: ImportSource, present: PresentAccount, now: number): ImportPlan {
  const { from, account: exported, lost: leftOut = [], values, unknown } = source;
  const ids = matchAccount(exported, present);
  const context: PlanContext = { exported, present, ids, now };
  return {
    from,
    ids,
    items: [
      ...leftOut,
      ...accountItems(context),
      ...deviceItems(context),
      ...noticeItems(context),
      ...valueItems(context, values),
      ...unknown.map((file) => lost(`file ${file}`, "An export has no file of this name.")),
    ],
  };
}

/** Whether anything is left to do. Values count: only the account knows which hours it lacks. */
export const hasWork = ({ items }: ImportPlan): boolean => items.some(({ call }) => call !== null);
