/** A watch of the API as the form's draft, and back. Pure. */

import type { RequestOf } from "../../../../worker/contract/api.ts";
import { MAX_ACTION_LABEL, MAX_WATCH_NAME } from "../../../../worker/contract/limits.ts";
import type { NoticeTarget, Watch } from "../../../../worker/contract/watches.ts";
import { CONDITIONS, kindIn, newDraft, watchSentence } from "./conditions.ts";
import type { WatchDraft, WatchNames } from "./draft.ts";
import { sameDuration } from "./durations.ts";

type WatchBody = RequestOf<"createWatch">;

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

/** The form holds a plain command; another one stays as it is. */
function askOf({ actions }: Watch): Partial<WatchDraft> {
  const [action] = actions;
  if (action === undefined) return {};
  if (action.state === null || action.set !== null) return { askKept: true, hadAsk: true };
  return { askDevice: action.device, askOn: action.state, askLabel: action.label, hadAsk: true };
}

/** The devices that a notice may offer to switch: the condition's device, and the device that the watch switches. */
export const askDevices = ({ deviceId, thenDevice }: WatchDraft): string[] =>
  [...new Set([deviceId, thenDevice])].filter((id) => id !== "");

/** The text of the button, without one of the owner's. */
export function defaultLabel({ askOn }: Pick<WatchDraft, "askOn">, device: string): string {
  const word = askOn ? "on" : "off";
  const name = [...device].slice(0, MAX_ACTION_LABEL - word.length - 2);
  return `${name.join("")}${name.length < [...device].length ? "…" : ""} ${word}`;
}

/** Left out, the watch keeps a command that the form does not hold. */
function actionsOf(draft: WatchDraft, device: string): Pick<WatchBody, "actions"> {
  const { askDevice, askOn, askLabel, askKept } = draft;
  if (askKept) return {};
  if (!askDevices(draft).includes(askDevice)) return draft.hadAsk ? { actions: [] } : {};
  const label = askLabel.trim() || defaultLabel(draft, device);
  return { actions: [{ label, device: askDevice, state: askOn }] };
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
  const kind = kindIn(when);
  const draft = newDraft({
    kind,
    ...CONDITIONS[kind].read(when),
    deviceId: when.device ?? "",
    key: when.key ?? "",
    enabled,
    targets: watch.targets.filter((id) => targets.some((each) => each.id === id && !isShownAsThen(each))),
    ...then,
    ...askOf(watch),
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

function whenOf(draft: WatchDraft): WatchBody["when"] {
  const { kind, deviceId, key } = draft;
  const { hasKey, write } = CONDITIONS[kind];
  return { ...(deviceId !== "" && { device: deviceId }), ...(hasKey && { key }), ...write(draft) };
}

/** `askName`: the name of the device that its notices offer to switch. */
export const bodyOf = (draft: WatchDraft, names: WatchNames, askName = names.device): WatchBody => ({
  name: draft.name.trim() || defaultName(draft, names),
  when: whenOf(draft),
  targets: [...draft.targets],
  ...actionsOf(draft, askName),
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
