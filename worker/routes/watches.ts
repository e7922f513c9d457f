/** Watches and their notices, which the account's object stores. */

import type {
  DeviceWatch,
  HostBusy,
  ListedWatch,
  NotStored,
  SentAgain,
  StoredNotice,
} from "../../broker/contract/watch.ts";
import type { BodyOf } from "../contract/api.ts";
import { MESSAGES } from "../contract/messages.ts";
import type { Watch } from "../contract/watch.ts";
import { type Env, settings } from "../env.ts";
import { invalidField, invalidRequest, notFound, throttled } from "../errors.ts";
import { noticeOf } from "../present/notice.ts";
import { watchOf } from "../present/watch.ts";
import { objectRoute } from "./object-route.ts";
import { conditionOf, conditionProblems } from "./watch-condition.ts";

export const listWatches = objectRoute<"listWatches", ListedWatch[]>({
  ask: (object) => object.listWatches(),
  show: (watches) => watches.map(watchOf),
});

export const createWatch = objectRoute<"createWatch", ListedWatch | NotStored>({
  needsRights: true,
  isFit: async ({ body }) => conditionProblems(body.when).length === 0,
  ask: (object, { env, body }) =>
    object.putWatch(watchIn(crypto.randomUUID(), body), settings(env).limits.MAX_WATCHES),
  show: (stored, { env }) => shown(stored, env),
});

export const updateWatch = objectRoute<"updateWatch", ListedWatch | NotStored>({
  needsRights: true,
  isFit: async ({ body }) => conditionProblems(body.when).length === 0,
  ask: (object, { id, body }) => object.putWatch(watchIn(id, body), null),
  show: (stored, { env }) => shown(stored, env),
});

function watchIn(id: string, { name, when, targets, repeat, enabled }: BodyOf<"createWatch">): DeviceWatch {
  return {
    id,
    name,
    ...conditionOf(when),
    targets: [...new Set(targets.map((target) => target.toLowerCase()))],
    repeatMs: repeat ?? null,
    enabled: enabled ?? true,
  };
}

function shown(stored: ListedWatch | NotStored, env: Env): Watch {
  if ("limit" in stored) throw invalidRequest(MESSAGES.tooManyWatches(settings(env).limits.MAX_WATCHES));
  if (!("unknown" in stored)) return watchOf(stored);
  if (stored.unknown === "id") throw notFound();
  const field = stored.unknown === "device" ? "when" : "targets";
  throw invalidField(field, MESSAGES.noSuchObject(stored.id));
}

export const deleteWatch = objectRoute<"deleteWatch", boolean>({
  ask: (object, { id }) => object.deleteWatch(id),
  show: (isDone) => requireDone(isDone),
});

export const snoozeWatch = objectRoute<"snoozeWatch", ListedWatch | null>({
  ask: (object, { id, body }) => object.snoozeWatch(id, body.until),
  show(watch) {
    if (watch === null) throw notFound();
    return watchOf(watch);
  },
});

export const listWatchNotices = objectRoute<"listWatchNotices", StoredNotice[] | null>({
  ask: (object, { id }) => object.notices(id),
  show(notices) {
    if (notices === null) throw notFound();
    return notices.map(noticeOf);
  },
});

export const listNotices = objectRoute<"listNotices", StoredNotice[]>({
  ask: (object) => object.recentNotices(),
  show: (notices) => notices.map(noticeOf),
});

export const sendNotice = objectRoute<"sendNotice", SentAgain | HostBusy | null>({
  ask: (object, { id }) => object.sendNotice(id),
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
