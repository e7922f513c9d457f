/** The state of a watch in words, with its time. Pure. */

import { secondsOf } from "../../../../worker/contract/duration.ts";
import type { Watch } from "../../../../worker/contract/watches.ts";
import { durationText } from "../../devices/bands.ts";
import { momentText } from "../../lib/time.ts";
import type { Tone } from "../../ui/lamp.tsx";
import { draftOf } from "./body.ts";
import { CONDITIONS, factOf, kindIn } from "./conditions.ts";
import type { WatchNames } from "./draft.ts";

export interface WatchStateText {
  tone: Tone;
  word: string;
  /** Continues the word. */
  rest: string;
}

/** Milliseconds that the condition must hold; null when the page does not know it. */
function requiredMs(when: Watch["when"]): number | null {
  const { duration = "" } = CONDITIONS[kindIn(when)].read(when);
  const seconds = secondsOf(duration);
  return seconds === null ? null : seconds * 1000;
}

export function stateText(watch: Watch, names: WatchNames, now: number): WatchStateText {
  const { enabled, state, since, snoozed_until: until, next_at: next } = watch;
  const from = momentText(since);
  if (!enabled) return { tone: "idle", word: "Off", rest: "sends no notices" };
  if (until !== null) return { tone: "unknown", word: "Snoozed", rest: `until ${momentText(until)}` };
  if (watch.when.events) return { tone: "go", word: "On", rest: "each event is a notice" };
  const fact = factOf(draftOf(watch, names, []), names);
  const age = now - Date.parse(since);
  if (state === "pending") {
    const raise = next === null ? "" : `, notice at ${momentText(next)}`;
    // a phone shows its beginning only
    return { tone: "wait", word: "Waiting", rest: `${fact} for ${durationText(age)}${raise}` };
  }
  if (state !== "raised") return { tone: "go", word: "Clear", rest: `since ${from}` };
  const required = requiredMs(watch.when);
  if (required === null) return { tone: "stop", word: "Raised", rest: `${durationText(age)} ago: ${fact}` };
  return { tone: "stop", word: "Raised", rest: `${fact} for ${durationText(age + required)}` };
}
