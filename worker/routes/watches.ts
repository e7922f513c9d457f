/** Watches and their notices, which the account's object stores. */

import type {
  Condition,
  DeviceWatch,
  GivenWatch,
  HostBusy,
  ListedWatch,
  MissingSwitchScope,
  NotStored,
  SentAgain,
  StoredNotice,
} from "../../broker/contract/watch.ts";
import { objectRoute } from "../api/by-object.ts";
import type { BodyOf } from "../contract/api.ts";
import { durationOf } from "../contract/duration.ts";
import { isoTime, isoTimeOrNull } from "../contract/fields.ts";
import { MESSAGES } from "../contract/sentences.ts";
import type { GivenCondition, Watch, WatchCondition } from "../contract/watches.ts";
import { type Env, settings } from "../env.ts";
import { type ApiError, invalidField, limitReached, missingScope, notFound, throttled } from "../errors.ts";
import { noticeOf } from "../present/notice.ts";

const watchOf = (watch: ListedWatch): Watch => ({
  id: watch.id,
  name: watch.name,
  when: shownCondition(watch),
  targets: [...watch.targets],
  repeat: watch.repeatMs === null ? null : isoOf(watch.repeatMs),
  enabled: watch.enabled,
  state: watch.state,
  since: isoTime(watch.since),
  snoozed_until: isoTimeOrNull(watch.snoozedUntil),
  next_at: isoTimeOrNull(watch.nextAt),
});

const isoOf = (ms: number): string => durationOf(ms / 1000);

const shownCondition = ({ deviceId, key, when }: DeviceWatch): WatchCondition => ({
  ...(deviceId !== null && { device: deviceId }),
  ...(key !== null && { key }),
  ...fieldsOf(when),
});

function fieldsOf(when: Condition): WatchCondition {
  if ("lostForMs" in when) return { lost_for: isoOf(when.lostForMs) };
  if ("notTakenForMs" in when) return { not_taken_for: isoOf(when.notTakenForMs) };
  if ("differsForMs" in when) return { differs_for: isoOf(when.differsForMs) };
  if ("events" in when) return { events: [...when.events] };
  if ("silentForMs" in when) {
    return { silent_for: when.silentForMs === "auto" ? "auto" : isoOf(when.silentForMs) };
  }
  const { forMs, ...threshold } = when;
  return { ...threshold, for: isoOf(forMs) };
}

// The condition of a watch in a request, checked.

type WatchSubject = Pick<DeviceWatch, "deviceId" | "key" | "when">;

const KINDS = ["lost_for", "silent_for", "above", "below", "not_taken_for", "differs_for", "events"] as const;
type Kind = (typeof KINDS)[number];

/** The fields that go with a kind, beside its own. The first ones are required. */
const FIELDS: Record<Kind, { required: readonly ("device" | "key")[]; optional: readonly string[] }> = {
  lost_for: { required: ["device"], optional: [] },
  silent_for: { required: ["device", "key"], optional: [] },
  above: { required: ["device", "key"], optional: ["clear", "for"] },
  below: { required: ["device", "key"], optional: ["clear", "for"] },
  not_taken_for: { required: ["device"], optional: [] },
  differs_for: { required: ["device", "key"], optional: [] },
  events: { required: [], optional: ["device"] },
};
const REQUIRED = { device: MESSAGES.noWatchedDevice, key: MESSAGES.noWatchedKey };
const DEFAULT_FOR_MS = 60_000;

/** Sentences about `when`; none when it is a condition. */
function conditionProblems(given: GivenCondition): string[] {
  const [kind, ...more] = KINDS.filter((each) => given[each] !== undefined);
  if (kind === undefined || more.length > 0) return [MESSAGES.oneCondition];
  const { required, optional } = FIELDS[kind];
  const allowed = [kind, ...required, ...optional];
  return [
    ...required.filter((field) => given[field] === undefined).map((field) => REQUIRED[field]),
    ...Object.keys(given)
      .filter((field) => !allowed.includes(field))
      .map((field) => `${field}: ${MESSAGES.notOfCondition}`),
    ...(given.events?.length === 0 ? [MESSAGES.noEvents] : []),
    ...(isBeyond(given) ? [MESSAGES.clearBeyond] : []),
  ];
}

const isBeyond = ({ above, below, clear }: GivenCondition): boolean =>
  clear !== undefined && ((above !== undefined && clear > above) || (below !== undefined && clear < below));

const conditionOf = (given: GivenCondition): WatchSubject => ({
  deviceId: given.device?.toLowerCase() ?? null,
  key: given.key ?? null,
  when: whenOf(given),
});

function whenOf(given: GivenCondition): DeviceWatch["when"] {
  const { lost_for, silent_for, not_taken_for, differs_for, events, above, below } = given;
  const { clear = above ?? below ?? 0, for: forMs = DEFAULT_FOR_MS } = given;
  if (lost_for !== undefined) return { lostForMs: lost_for };
  if (silent_for !== undefined) return { silentForMs: silent_for };
  if (not_taken_for !== undefined) return { notTakenForMs: not_taken_for };
  if (differs_for !== undefined) return { differsForMs: differs_for };
  if (above !== undefined) return { above, clear, forMs };
  if (below !== undefined) return { below, clear, forMs };
  return { events: [...new Set(events)] };
}

export const listWatches = objectRoute<"listWatches", ListedWatch[]>({
  act: (calls) => calls.watches.listWatches(),
  show: (watches) => watches.map(watchOf),
});

type PutWatch = ListedWatch | NotStored | MissingSwitchScope;

export const createWatch = objectRoute<"createWatch", PutWatch, unknown, GivenWatch>({
  needs: { rights: true },
  input: ({ body }) => watchIn(crypto.randomUUID(), body),
  act: (calls, { env, input: watch }) => calls.watches.putWatch(watch, settings(env).limits.MAX_WATCHES),
  show: (stored, { env }) => shown(stored, env),
});

export const updateWatch = objectRoute<"updateWatch", PutWatch, unknown, GivenWatch>({
  needs: { rights: true },
  input: ({ id, body }) => watchIn(id, body),
  act: (calls, { input: watch }) => calls.watches.putWatch(watch, null),
  show: (stored, { env }) => shown(stored, env),
});

function watchIn(
  id: string,
  { name, when, targets, repeat, enabled }: BodyOf<"createWatch">,
): GivenWatch | ApiError {
  const problems = conditionProblems(when);
  if (problems.length > 0) return invalidField("when", ...problems);
  return {
    id,
    name,
    ...conditionOf(when),
    targets: [...new Set(targets.map((target) => target.toLowerCase()))],
    repeatMs: repeat,
    enabled,
  };
}

function shown(stored: PutWatch, env: Env): Watch {
  if ("missingScope" in stored) throw missingScope(stored.tokenName, stored.missingScope);
  if ("limit" in stored) throw limitReached("MAX_WATCHES", settings(env).limits.MAX_WATCHES);
  if (!("unknown" in stored)) return watchOf(stored);
  if (stored.unknown === "id") throw notFound();
  const field = stored.unknown === "device" ? "when" : "targets";
  throw invalidField(field, MESSAGES.noSuchObject(stored.id));
}

export const deleteWatch = objectRoute<"deleteWatch", boolean>({
  act: (calls, { id }) => calls.watches.deleteWatch(id),
  show: (isDone) => requireDone(isDone),
});

export const snoozeWatch = objectRoute<"snoozeWatch", ListedWatch | MissingSwitchScope | null>({
  act: (calls, { id, body }) => calls.watches.snoozeWatch(id, body.until),
  show(watch) {
    if (watch === null) throw notFound();
    if ("missingScope" in watch) throw missingScope(watch.tokenName, watch.missingScope);
    return watchOf(watch);
  },
});

export const listWatchNotices = objectRoute<"listWatchNotices", StoredNotice[] | null>({
  act: (calls, { id }) => calls.watches.notices(id),
  show(notices) {
    if (notices === null) throw notFound();
    return notices.map(noticeOf);
  },
});

export const listNotices = objectRoute<"listNotices", StoredNotice[]>({
  act: (calls) => calls.watches.recentNotices(),
  show: (notices) => notices.map(noticeOf),
});

export const sendNotice = objectRoute<"sendNotice", SentAgain | HostBusy | null>({
  act: (calls, { id }) => calls.watches.sendNotice(id),
  show(sent) {
    if (sent === null) throw notFound();
    if ("retryAfterSeconds" in sent) throw throttled(sent.retryAfterSeconds);
    return undefined;
  },
});

function requireDone(isDone: boolean): undefined {
  if (!isDone) throw notFound();
  return undefined;
}
