/** A token's scopes as sentences, and the form's fields as scopes. Pure. */

import type { RequestOf } from "../../../../../worker/contract/api.ts";
import type { FormErrors } from "../../../api/problem.ts";
import { addDays, type CalendarDay, startOfDay } from "../../../lib/calendar-day.ts";
import { isolated } from "../../../lib/words.ts";

export const RIGHTS = [
  ["devices:read", "See devices and their connections"],
  ["devices:switch", "Switch devices on and off"],
  ["values:read", "Read measured values"],
  ["values:write", "Send measured values"],
  ["events:read", "Read events and blocked attempts"],
  ["messages:read", "Read messages"],
  ["messages:publish", "Publish messages"],
  ["setup:read", "Read channels, schedules and settings"],
  ["setup:write", "Change devices, channels, schedules and settings"],
] as const;

export type Right = (typeof RIGHTS)[number][0];
export type FilteredRight = Extract<Right, `messages:${string}`>;
export const isFiltered = (right: string): right is FilteredRight => right.startsWith("messages:");

/** `deviceName` returns undefined for a deleted device. */
export function sentenceOf(scope: string, deviceName: (id: string) => string | undefined): string {
  const [right, means] = RIGHTS.find(([right]) => scope === right || scope.startsWith(`${right}:`)) ?? [
    scope,
    scope,
  ];
  const parameter = scope.slice(right.length + 1);
  if (parameter === "") return means;
  if (isFiltered(right)) return `${means} on ${parameter}`;
  const device = isolated(deviceName(parameter) ?? "a device that was deleted");
  if (right === "devices:switch") return `Switch ${device} on and off`;
  if (right === "values:write") return `${means} of ${device}`;
  return right === "devices:read" ? `See ${device} and its connections` : `Read values of ${device}`;
}

export const ENDS = [
  ["never", "Never"],
  ["P30D", "In 30 days"],
  ["P90D", "In 90 days"],
  ["P365D", "In a year"],
  ["day", "After a date"],
] as const;

export interface TokenDraft {
  name: string;
  rights: readonly Right[];
  /** Ids; null: every device. */
  devices: readonly string[] | null;
  /** One filter a line. */
  filters: Readonly<Record<FilteredRight, string>>;
  end: (typeof ENDS)[number][0];
  /** The last valid day. */
  day: CalendarDay;
}

export const NEW_DRAFT: TokenDraft = {
  name: "",
  rights: [],
  devices: null,
  end: "P90D",
  day: "",
  filters: { "messages:read": "", "messages:publish": "" },
};

const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

const scopesOf = ({ devices, filters }: TokenDraft, right: Right): string[] => {
  if (right === "devices:switch" && devices !== null) return devices.map((id) => `${right}:${id}`);
  return isFiltered(right) ? linesOf(filters[right]).map((filter) => `${right}:${filter}`) : [right];
};

/**
 * What is missing in the form itself. A name alone is left to the server, which also reads the filters: so a press names
 * everything at once.
 */
export function mistakesOf(draft: TokenDraft): FormErrors {
  const { name, rights, end, day } = draft;
  const incomplete = rights.filter((right) => scopesOf(draft, right).length === 0);
  const own: FormErrors = {
    ...(rights.length === 0 && { scopes: ["Choose what the token may do."] }),
    ...Object.fromEntries(
      incomplete.map((right) => [right, [isFiltered(right) ? "Name a topic." : "Choose a device."]]),
    ),
    ...(end === "day" && startOfDay(day) === null && { expires_at: ["Choose a date."] }),
  };
  if (Object.keys(own).length === 0 || name.trim() !== "") return own;
  return { ...own, name: ["This field may not be blank."] };
}

export function bodyOf(draft: TokenDraft): RequestOf<"createToken"> {
  const { name, rights, end, day } = draft;
  const body = { name, scopes: rights.flatMap((right) => scopesOf(draft, right)) };
  if (end === "day") return { ...body, expires_at: startOfDay(addDays(day, 1))?.toISOString() ?? null };
  return end === "never" ? body : { ...body, expires_in: end };
}
