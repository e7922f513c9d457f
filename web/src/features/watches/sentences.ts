/** What a watch watches, in words. Pure. */

import type { WatchedEvent } from "../../../../broker/contract/watch.ts";
import { valueText } from "../../devices/values.ts";
import type { WatchDraft, WatchNames } from "./draft.ts";
import { durationWords } from "./durations.ts";

export const EVENT_WORDS: Record<WatchedEvent, string> = {
  connected: "connects",
  disconnected: "disconnects",
  turned_on: "is turned on",
  turned_off: "is turned off",
  errored: "has an error",
  schedule_missed: "misses a schedule",
};

/** `a`, `a or b`, `a, b or c`. */
function either(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} or ${last}`;
}

const limitText = ({ threshold }: WatchDraft, { unit }: WatchNames): string => {
  const number = Number(threshold);
  if (threshold.trim() === "") return "…";
  return Number.isNaN(number) ? threshold : valueText(number, unit);
};

/** Continues "Tell me when", for example "Freezer is not connected for 5 minutes". */
export function watchSentence(draft: WatchDraft, names: WatchNames): string {
  const { device, value } = names;
  switch (draft.kind) {
    case "lost":
      return `${device} is not connected for ${durationWords(draft.lostFor)}`;
    case "not_taken":
      return `${device} does not take a command for ${durationWords(draft.notTakenFor)}`;
    case "differs":
      return `${device} reports another ${value} than the wanted one for ${durationWords(draft.differsFor)}`;
    case "silent":
      return draft.silentFor === "auto"
        ? `${device} sends no ${value} for longer than usual`
        : `${device} sends no ${value} for ${durationWords(draft.silentFor)}`;
    case "events":
      return `${device} ${either(draft.events.map((event) => EVENT_WORDS[event])) || "…"}`;
    default:
      return `${device} has ${value} ${draft.kind} ${limitText(draft, names)} for ${durationWords(draft.holdsFor)}`;
  }
}

/** What is the case while it is raised or about to be, for example "not connected". */
export function factOf(draft: WatchDraft, names: WatchNames): string {
  if (draft.kind === "lost") return "not connected";
  if (draft.kind === "not_taken") return "a command not taken";
  if (draft.kind === "differs") return `another ${names.value} than the wanted one`;
  if (draft.kind === "silent") return `no ${names.value}`;
  return `${names.value} ${draft.kind} ${limitText(draft, names)}`;
}
