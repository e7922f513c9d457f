/** The kinds of conditions on the page: a row a kind, named by its field of the API. Pure. */

import type { ConditionKind, WatchedEvent } from "../../../../broker/contract/condition.ts";
import type { RequestOf } from "../../../../worker/contract/api.ts";
import type { Watch } from "../../../../worker/contract/watches.ts";
import { valueText } from "../../devices/values.ts";
import type { ConditionDraft, WatchDraft, WatchNames } from "./draft.ts";
import { DURATIONS, durationWords, sameDuration } from "./durations.ts";

type GivenCondition = RequestOf<"createWatch">["when"];
type ShownCondition = Watch["when"];

interface DurationChoice {
  label: string;
  choices: readonly string[];
  /** In a new watch. */
  first: string;
  hint?: string;
  /** Before the duration in a sentence; default: "for". */
  word?: "within";
  /** `auto` is a choice, with these words. */
  auto?: string;
}

export interface ConditionRow {
  form: "duration" | "threshold" | "increase" | "events";
  /** Beside the device. */
  hasKey: boolean;
  /** How long it must hold; null for events. */
  duration: DurationChoice | null;
  /** Continues the device's name, before its duration: "is not connected". */
  sentence(draft: ConditionDraft, names: WatchNames): string;
  /** What is the case while it is raised or about to be: "not connected". */
  fact(draft: ConditionDraft, names: WatchNames): string;
  /** From the API. */
  read(when: ShownCondition): Partial<ConditionDraft>;
  /** For the API, without device and key. */
  write(draft: ConditionDraft): GivenCondition;
}

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

const limitText = ({ threshold }: ConditionDraft, { unit }: WatchNames): string => {
  const number = Number(threshold);
  if (threshold.trim() === "") return "…";
  return Number.isNaN(number) ? threshold : valueText(number, unit);
};

/** NaN becomes null in JSON, and the server says that it is no number. */
const numberOf = (text: string): number => (text.trim() === "" ? Number.NaN : Number(text));

/** `auto` is no duration. */
const chosen = (iso: string): string => (iso === "auto" ? iso : sameDuration(iso));

type TimedKind = "lost_for" | "not_taken_for" | "differs_for" | "silent_for";

/** A kind whose only field is its duration. */
const timed = (
  kind: TimedKind,
  row: Omit<ConditionRow, "form" | "read" | "write"> & { duration: DurationChoice },
): ConditionRow => ({
  ...row,
  form: "duration",
  read: ({ [kind]: given = row.duration.first }) => ({ duration: chosen(given) }),
  write: ({ duration }) => ({ [kind]: duration }),
});

const threshold = (side: "above" | "below"): ConditionRow => ({
  form: "threshold",
  hasKey: true,
  duration: { label: "For", choices: DURATIONS.holds, first: "PT1M" },
  sentence: (draft, names) => `has ${names.value} ${side} ${limitText(draft, names)}`,
  fact: (draft, names) => `${names.value} ${side} ${limitText(draft, names)}`,
  read: ({ [side]: limit, clear, for: duration = "PT1M" }) => ({
    threshold: String(limit ?? ""),
    clear: String(clear ?? ""),
    duration: sameDuration(duration),
  }),
  write: (draft) => ({
    [side]: numberOf(draft.threshold),
    ...(draft.clear.trim() !== "" && { clear: numberOf(draft.clear) }),
    for: draft.duration,
  }),
});

export const CONDITIONS: Record<ConditionKind, ConditionRow> = {
  lost_for: timed("lost_for", {
    hasKey: false,
    duration: { label: "Not connected for", choices: DURATIONS.lost, first: "PT5M" },
    sentence: () => "is not connected",
    fact: () => "not connected",
  }),
  silent_for: timed("silent_for", {
    hasKey: true,
    duration: {
      label: "Silent for",
      choices: DURATIONS.silent,
      first: "auto",
      auto: "Longer than usual",
      hint: "Longer than usual: three times the usual time between two values.",
    },
    sentence: (_, { value }) => `sends no ${value}`,
    fact: (_, { value }) => `no ${value}`,
  }),
  above: threshold("above"),
  below: threshold("below"),
  not_taken_for: timed("not_taken_for", {
    hasKey: false,
    duration: { label: "Not taken for", choices: DURATIONS.taken, first: "PT30S" },
    sentence: () => "does not take a command",
    fact: () => "a command not taken",
  }),
  differs_for: timed("differs_for", {
    hasKey: true,
    duration: {
      label: "Different for",
      choices: DURATIONS.taken,
      first: "PT30S",
      hint: "Counted from the moment at which the device took the wanted value.",
    },
    sentence: (_, { value }) => `reports another ${value} than the wanted one`,
    fact: (_, { value }) => `another ${value} than the wanted one`,
  }),
  increase_above: {
    form: "increase",
    hasKey: true,
    duration: { label: "Within", choices: ["PT1H", "PT24H"], first: "PT24H", word: "within" },
    sentence: (draft, names) => `adds more than ${limitText(draft, names)} to ${names.value}`,
    fact: (draft, names) => `more than ${limitText(draft, names)} added to ${names.value}`,
    read: ({ increase_above, in: within = "P1D" }) => ({
      threshold: String(increase_above ?? ""),
      duration: sameDuration(within),
    }),
    write: ({ threshold, duration }) => ({
      increase_above: numberOf(threshold),
      in: duration === "PT1H" ? "PT1H" : "P1D",
    }),
  },
  events: {
    form: "events",
    hasKey: false,
    duration: null,
    sentence: ({ events }) => either(events.map((event) => EVENT_WORDS[event])) || "…",
    fact: () => "",
    read: ({ events = [] }) => ({ events }),
    write: ({ events }) => ({ events: [...events] }),
  },
};

/** The kind of a condition of the API. */
export const kindIn = (when: ShownCondition): ConditionKind =>
  (Object.keys(CONDITIONS) as ConditionKind[]).find((kind) => when[kind] !== undefined) ?? "events";

/** Continues "Tell me when", for example "Freezer is not connected for 5 minutes". */
export function watchSentence(draft: ConditionDraft, names: WatchNames): string {
  const { sentence, duration } = CONDITIONS[draft.kind];
  const words = `${names.device} ${sentence(draft, names)}`;
  if (duration === null) return words;
  const { auto = "", word = "for" } = duration;
  return `${words} ${word} ${draft.duration === "auto" ? auto.toLowerCase() : durationWords(draft.duration)}`;
}

/** What is the case while it is raised or about to be, for example "not connected". */
export const factOf = (draft: ConditionDraft, names: WatchNames): string =>
  CONDITIONS[draft.kind].fact(draft, names);

export const newDraft = (change: Partial<WatchDraft> & Pick<WatchDraft, "kind">): WatchDraft => ({
  deviceId: "",
  key: "",
  duration: CONDITIONS[change.kind].duration?.first ?? "",
  threshold: "",
  clear: "",
  events: ["errored"],
  name: "",
  targets: [],
  thenDevice: "",
  thenOn: true,
  thenBack: true,
  askDevice: "",
  askOn: false,
  askLabel: "",
  askKept: false,
  hadAsk: false,
  repeat: "",
  enabled: true,
  ...change,
});
