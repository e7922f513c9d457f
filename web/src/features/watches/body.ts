/** A watch of the API as the form's draft, and back. Pure. */

import type { RequestOf } from "../../../../worker/contract/api.ts";
import { MAX_WATCH_NAME } from "../../../../worker/contract/limits.ts";
import type { NoticeTarget, Watch } from "../../../../worker/contract/watches.ts";
import { newDraft, type WatchDraft, type WatchNames } from "./draft.ts";
import { sameDuration } from "./durations.ts";
import { watchSentence } from "./sentences.ts";

type WatchBody = RequestOf<"createWatch">;

function conditionOf({ when }: Watch): Partial<WatchDraft> {
  const { lost_for, silent_for, not_taken_for, differs_for, events, above, below, clear } = when;
  if (lost_for !== undefined) return { kind: "lost", lostFor: sameDuration(lost_for) };
  if (not_taken_for !== undefined) return { kind: "not_taken", notTakenFor: sameDuration(not_taken_for) };
  if (differs_for !== undefined) return { kind: "differs", differsFor: sameDuration(differs_for) };
  if (events !== undefined) return { kind: "events", events };
  if (silent_for !== undefined)
    return { kind: "silent", silentFor: silent_for === "auto" ? "auto" : sameDuration(silent_for) };
  const holdsFor = sameDuration(when.for ?? "PT1M");
  const threshold = String(above ?? below ?? "");
  return { kind: above === undefined ? "below" : "above", threshold, clear: String(clear ?? ""), holdsFor };
}

type KnownTarget = Pick<NoticeTarget, "id"> & Partial<NoticeTarget>;

/** The form holds a command, and the opposite one when it is over. Other device targets stay as they are. */
const isThen = ({ raised, cleared }: KnownTarget): boolean => {
  if (raised?.state == null || raised.set !== null) return false;
  return cleared == null || (cleared.state === !raised.state && cleared.set === null);
};

function thenOf(watch: Watch, targets: readonly KnownTarget[]): Partial<WatchDraft> {
  const target = targets.find((each) => watch.targets.includes(each.id) && isThen(each));
  if (target?.device === undefined || target.raised?.state == null) return {};
  return { thenDevice: target.device, thenOn: target.raised.state, thenBack: target.cleared != null };
}

/** The target that switches the device, or null. */
export function thenTarget(draft: WatchDraft): Extract<RequestOf<"createTarget">, { kind: "device" }> | null {
  const { kind, thenDevice, thenOn, thenBack } = draft;
  if (thenDevice === "") return null;
  const cleared = thenBack && kind !== "events" ? { state: !thenOn } : null;
  return { kind: "device", device: thenDevice, raised: { state: thenOn }, cleared };
}

/** `targets` that were deleted are left out: the API refuses them. */
export function draftOf(watch: Watch, names: WatchNames, targets: readonly KnownTarget[]): WatchDraft {
  const then = thenOf(watch, targets);
  const isShownAsThen = (target: KnownTarget) => target.device === then.thenDevice && isThen(target);
  const { name, when, repeat, enabled } = watch;
  const draft = newDraft({
    ...conditionOf(watch),
    deviceId: when.device ?? "",
    key: when.key ?? "",
    enabled,
    targets: watch.targets.filter((id) => targets.some((each) => each.id === id && !isShownAsThen(each))),
    ...then,
    repeat: repeat === null ? "" : sameDuration(repeat),
  });
  return { ...draft, name: name === defaultName(draft, names) ? "" : name };
}

/** The sentence, cut to the length that a name may have. */
export function defaultName(draft: WatchDraft, names: WatchNames): string {
  const sentence = watchSentence(draft, names);
  if (sentence.length <= MAX_WATCH_NAME) return sentence;
  // a cut must not leave half of a surrogate pair
  return `${sentence.slice(0, MAX_WATCH_NAME - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** NaN becomes null in JSON, and the server says that it is no number. */
const numberOf = (text: string): number => (text.trim() === "" ? Number.NaN : Number(text));

function whenOf(draft: WatchDraft): WatchBody["when"] {
  const { kind, deviceId, key } = draft;
  const device = deviceId === "" ? {} : { device: deviceId };
  if (kind === "lost") return { ...device, lost_for: draft.lostFor };
  if (kind === "not_taken") return { ...device, not_taken_for: draft.notTakenFor };
  if (kind === "events") return { ...device, events: [...draft.events] };
  if (kind === "differs") return { ...device, key, differs_for: draft.differsFor };
  if (kind === "silent") return { ...device, key, silent_for: draft.silentFor };
  const clear = draft.clear.trim() === "" ? {} : { clear: numberOf(draft.clear) };
  return { ...device, key, [kind]: numberOf(draft.threshold), ...clear, for: draft.holdsFor };
}

export const bodyOf = (draft: WatchDraft, names: WatchNames): WatchBody => ({
  name: draft.name.trim() || defaultName(draft, names),
  when: whenOf(draft),
  targets: [...draft.targets],
  repeat: draft.repeat === "" || draft.kind === "events" ? null : draft.repeat,
  enabled: draft.enabled,
});

/** The stored watch with a change, as the API wants it. */
export function changedBody(
  { name, when, targets, repeat, enabled }: Watch,
  change: Pick<WatchBody, "enabled">,
  known: readonly { id: string }[],
): WatchBody {
  const still = targets.filter((id) => known.some((target) => target.id === id));
  return { name, when, targets: still, repeat, enabled, ...change };
}
