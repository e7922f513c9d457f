/** Watches and their notices, which the account's object stores. */

import type {
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
import { isoTime, isoTimeOrNull } from "../contract/fields.ts";
import { MESSAGES } from "../contract/sentences.ts";
import type { Watch } from "../contract/watches.ts";
import { type Env, settings } from "../env.ts";
import {
  type ApiError,
  invalidField,
  limitReached,
  missingScope,
  noSuchEntry,
  notFound,
  throttled,
} from "../errors.ts";
import { noticeOf } from "../present/notice.ts";
import { conditionOf, conditionProblems, isoOf, shownCondition } from "./watch-condition.ts";

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

export const listWatches = objectRoute<"listWatches", ListedWatch[]>({
  act: (calls) => calls.watches.listWatches(),
  show: (watches) => watches.map(watchOf),
});

type PutWatch = ListedWatch | NotStored | MissingSwitchScope;

export const createWatch = objectRoute<"createWatch", PutWatch, unknown, GivenWatch>({
  needs: { rights: true },
  input: ({ body }) => watchIn(crypto.randomUUID(), body),
  act: (calls, { env, input: watch }) => calls.watches.putWatch(watch, settings(env).limits.MAX_WATCHES),
  show: (stored, { env, body }) => shown(stored, env, body),
});

export const updateWatch = objectRoute<"updateWatch", PutWatch, unknown, GivenWatch>({
  needs: { row: "own", rights: true },
  input: ({ id, body }) => watchIn(id, body),
  act: (calls, { input: watch }) => calls.watches.putWatch(watch, null),
  show: (stored, { env, body }) => shown(stored, env, body),
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

function shown(stored: PutWatch, env: Env, { targets }: BodyOf<"createWatch">): Watch {
  if ("missingScope" in stored) throw missingScope(stored.tokenName, stored.missingScope);
  if ("limit" in stored) throw limitReached("MAX_WATCHES", settings(env).limits.MAX_WATCHES);
  if (!("unknown" in stored)) return watchOf(stored);
  if (stored.unknown === "id") throw notFound();
  if (stored.unknown === "target") throw noSuchEntry("targets", targets, stored.id);
  throw invalidField("when", MESSAGES.noSuchObject(stored.id));
}

export const deleteWatch = objectRoute<"deleteWatch", boolean>({
  needs: { row: "own" },
  act: (calls, { id }) => calls.watches.deleteWatch(id),
  show: (isDone) => requireDone(isDone),
});

export const snoozeWatch = objectRoute<"snoozeWatch", ListedWatch | MissingSwitchScope | null>({
  needs: { row: "own" },
  act: (calls, { id, body }) => calls.watches.snoozeWatch(id, body.until),
  show(watch) {
    if (watch === null) throw notFound();
    if ("missingScope" in watch) throw missingScope(watch.tokenName, watch.missingScope);
    return watchOf(watch);
  },
});

export const listWatchNotices = objectRoute<"listWatchNotices", StoredNotice[] | null>({
  needs: { row: "own" },
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
  needs: { row: "own" },
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
