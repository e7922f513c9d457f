/** The condition of a watch in a request, checked, and in a response: a row a kind. */

import {
  CONDITION_KINDS,
  type ConditionKind,
  type ConditionOf,
  kindOf,
} from "../../broker/contract/condition.ts";
import type { DeviceWatch } from "../../broker/contract/watch.ts";
import { durationOf } from "../contract/duration.ts";
import { MESSAGES } from "../contract/sentences.ts";
import type { GivenCondition, INCREASE_TIMES, WatchCondition } from "../contract/watch-condition.ts";

const DEFAULT_FOR_MS = 60_000;
const IN_MS: Record<(typeof INCREASE_TIMES)[number], number> = { PT1H: 3_600_000, P1D: 86_400_000 };

interface Fields<K extends ConditionKind = ConditionKind> {
  /** The fields beside its own that a request must have, and those that it may have. */
  required: readonly ("device" | "key")[];
  optional: readonly (keyof GivenCondition)[];
  /** `own`: the value of its own field. */
  read(own: NonNullable<GivenCondition[K]>, given: GivenCondition): ConditionOf<K>;
  show(when: ConditionOf<K>): WatchCondition;
}

const DEVICE = { required: ["device"], optional: [] } as const;
const SERIES = { required: ["device", "key"], optional: [] } as const;
const THRESHOLD = { required: ["device", "key"], optional: ["clear", "for"] } as const;

const FIELDS: { [K in ConditionKind]: Fields<K> } = {
  lost_for: {
    ...DEVICE,
    read: (lostForMs) => ({ lostForMs }),
    show: ({ lostForMs }) => ({ lost_for: isoOf(lostForMs) }),
  },
  silent_for: {
    ...SERIES,
    read: (silentForMs) => ({ silentForMs }),
    show: ({ silentForMs }) => ({ silent_for: silentForMs === "auto" ? "auto" : isoOf(silentForMs) }),
  },
  above: {
    ...THRESHOLD,
    read: (above, { clear = above, for: forMs = DEFAULT_FOR_MS }) => ({ above, clear, forMs }),
    show: ({ forMs, ...threshold }) => ({ ...threshold, for: isoOf(forMs) }),
  },
  below: {
    ...THRESHOLD,
    read: (below, { clear = below, for: forMs = DEFAULT_FOR_MS }) => ({ below, clear, forMs }),
    show: ({ forMs, ...threshold }) => ({ ...threshold, for: isoOf(forMs) }),
  },
  not_taken_for: {
    ...DEVICE,
    read: (notTakenForMs) => ({ notTakenForMs }),
    show: ({ notTakenForMs }) => ({ not_taken_for: isoOf(notTakenForMs) }),
  },
  differs_for: {
    ...SERIES,
    read: (differsForMs) => ({ differsForMs }),
    show: ({ differsForMs }) => ({ differs_for: isoOf(differsForMs) }),
  },
  increase_above: {
    required: ["device", "key"],
    optional: ["in"],
    read: (increaseAbove, { in: within = "P1D" }) => ({ increaseAbove, inMs: IN_MS[within] }),
    show: ({ increaseAbove, inMs }) => ({
      increase_above: increaseAbove,
      in: inMs === IN_MS.PT1H ? "PT1H" : "P1D",
    }),
  },
  events: {
    required: [],
    optional: ["device"],
    read: (events) => ({ events: [...new Set(events)] }),
    show: ({ events }) => ({ events: [...events] }),
  },
};

const REQUIRED = { device: MESSAGES.noWatchedDevice, key: MESSAGES.noWatchedKey };

const kindsIn = (given: GivenCondition): ConditionKind[] =>
  CONDITION_KINDS.filter((kind) => given[kind] !== undefined);

/** Sentences about `when`; none when it is a condition. */
export function conditionProblems(given: GivenCondition): string[] {
  const [kind, ...more] = kindsIn(given);
  if (kind === undefined || more.length > 0) return [MESSAGES.oneCondition(CONDITION_KINDS)];
  const { required, optional } = FIELDS[kind];
  const allowed: readonly string[] = [kind, ...required, ...optional];
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

/** Of a condition without problems. */
export function conditionOf(given: GivenCondition): Pick<DeviceWatch, "deviceId" | "key" | "when"> {
  const [kind = "events"] = kindsIn(given);
  const { read }: Fields = FIELDS[kind];
  const when = read(given[kind] ?? [], given);
  return { deviceId: given.device?.toLowerCase() ?? null, key: given.key ?? null, when };
}

export function shownCondition({ deviceId, key, when }: DeviceWatch): WatchCondition {
  const { show }: Fields = FIELDS[kindOf(when)];
  return { ...(deviceId !== null && { device: deviceId }), ...(key !== null && { key }), ...show(when) };
}

export const isoOf = (ms: number): string => durationOf(ms / 1000);
