/** Watches and their notices, which the account's object stores. */

import { sentence } from "../../broker/contract/mistake.ts";
import type {
  AsksFirst,
  ForeignAction,
  GivenAction,
  GivenWatch,
  HostBusy,
  ListedWatch,
  MissingSwitchScope,
  NotAnswered,
  NotStored,
  SentAgain,
  StoredNotice,
  WrongAction,
} from "../../broker/contract/watch.ts";
import { objectRoute } from "../api/by-object.ts";
import type { BodyOf } from "../contract/api.ts";
import { isoTime, isoTimeOrNull } from "../contract/fields.ts";
import { MESSAGES } from "../contract/sentences.ts";
import type { Watch } from "../contract/watches.ts";
import { type Env, settings } from "../env.ts";
import {
  type ApiError,
  asksFirst,
  invalidField,
  limitReached,
  missingScope,
  noSuchEntry,
  notAnswered,
  notFound,
  throttled,
} from "../errors.ts";
import { actionOf, noticeOf } from "../present/notice.ts";
import { orderOf } from "./order.ts";
import { conditionOf, conditionProblems, isoOf, shownCondition } from "./watch-condition.ts";

const watchOf = (watch: ListedWatch): Watch => ({
  id: watch.id,
  name: watch.name,
  when: shownCondition(watch),
  targets: [...watch.targets],
  actions: watch.actions.map(({ label, deviceId, order }) => ({
    label,
    device: deviceId,
    ...actionOf(order),
  })),
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

type PutWatch = ListedWatch | NotStored | WrongAction | ForeignAction | MissingSwitchScope | AsksFirst;

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
  { name, when, targets, actions, repeat, enabled }: BodyOf<"createWatch">,
): GivenWatch | ApiError {
  const given = actions?.map(actionIn);
  if (given?.includes(null)) return invalidField("actions", MESSAGES.emptyAction);
  const problems = conditionProblems(when);
  if (problems.length > 0) return invalidField("when", ...problems);
  return {
    id,
    name,
    ...conditionOf(when),
    targets: [...new Set(targets.map((target) => target.toLowerCase()))],
    actions: given?.filter((action) => action !== null),
    repeatMs: repeat,
    enabled,
  };
}

/** Null when it does nothing. */
function actionIn({
  label,
  device,
  ...given
}: NonNullable<BodyOf<"createWatch">["actions"]>[number]): GivenAction | null {
  const order = orderOf(given);
  return order && { label, deviceId: device?.toLowerCase() ?? null, order };
}

function shown(stored: PutWatch, env: Env, { targets }: BodyOf<"createWatch">): Watch {
  if ("missingScope" in stored) throw missingScope(stored.tokenName, stored.missingScope);
  if ("asksFirst" in stored) throw asksFirst();
  if ("limit" in stored) throw limitReached("MAX_WATCHES", settings(env).limits.MAX_WATCHES);
  if ("mistake" in stored) throw invalidField(stored.of, sentence(stored.mistake));
  if ("foreignDevice" in stored) {
    throw invalidField(
      "actions",
      stored.foreignDevice === "" ? MESSAGES.noDeviceOfAction : MESSAGES.foreignAction,
    );
  }
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

export const snoozeWatch = objectRoute<"snoozeWatch", ListedWatch | MissingSwitchScope | AsksFirst | null>({
  needs: { row: "own" },
  act: (calls, { id, body }) => calls.watches.snoozeWatch(id, body.until),
  show(watch) {
    if (watch === null) throw notFound();
    if ("missingScope" in watch) throw missingScope(watch.tokenName, watch.missingScope);
    if ("asksFirst" in watch) throw asksFirst();
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

export const actOnNotice = objectRoute<"actOnNotice", StoredNotice | NotAnswered | null>({
  needs: { row: "notice" },
  act: (calls, { id, body }) => calls.watches.actOnNotice(id, body.action),
  show(answered) {
    if (answered === null) throw notFound();
    if ("refused" in answered) throw notAnswered(answered.refused);
    return noticeOf(answered);
  },
});

function requireDone(isDone: boolean): undefined {
  if (!isDone) throw notFound();
  return undefined;
}
