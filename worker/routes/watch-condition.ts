/** The condition of a watch in a request, checked. */

import type { DeviceWatch } from "../../broker/contract/watch.ts";
import { MESSAGES } from "../contract/messages.ts";
import type { GivenCondition } from "../contract/watch.ts";
import { invalidField } from "../errors.ts";

type WatchSubject = Pick<DeviceWatch, "deviceId" | "key" | "when">;

const KINDS = ["lost_for", "silent_for", "above", "below", "not_taken_for", "events"] as const;
type Kind = (typeof KINDS)[number];

/** The fields that go with a kind, beside its own. The first ones are required. */
const FIELDS: Record<Kind, { required: readonly ("device" | "key")[]; optional: readonly string[] }> = {
  lost_for: { required: ["device"], optional: [] },
  silent_for: { required: ["device", "key"], optional: [] },
  above: { required: ["device", "key"], optional: ["clear", "for"] },
  below: { required: ["device", "key"], optional: ["clear", "for"] },
  not_taken_for: { required: ["device"], optional: [] },
  events: { required: [], optional: ["device"] },
};
const REQUIRED = { device: MESSAGES.noWatchedDevice, key: MESSAGES.noWatchedKey };
const DEFAULT_FOR_MS = 60_000;

/** Sentences about `when`; none when it is a condition. */
export function conditionProblems(given: GivenCondition): string[] {
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

/** Throws a 400 about `when`. */
export function conditionOf(given: GivenCondition): WatchSubject {
  const problems = conditionProblems(given);
  if (problems.length > 0) throw invalidField("when", ...problems);
  return { deviceId: given.device?.toLowerCase() ?? null, key: given.key ?? null, when: whenOf(given) };
}

function whenOf(given: GivenCondition): DeviceWatch["when"] {
  const { lost_for, silent_for, not_taken_for, events, above, below } = given;
  const { clear = above ?? below ?? 0, for: forMs = DEFAULT_FOR_MS } = given;
  if (lost_for !== undefined) return { lostForMs: lost_for };
  if (silent_for !== undefined) return { silentForMs: silent_for };
  if (not_taken_for !== undefined) return { notTakenForMs: not_taken_for };
  if (above !== undefined) return { above, clear, forMs };
  if (below !== undefined) return { below, clear, forMs };
  return { events: [...new Set(events)] };
}
