/** The last choice in a dialog that a person opens repeatedly. This browser keeps it until the logout. */

import { CHOICES_KEY, localStore } from "./safe-storage.ts";

type Choices = Record<string, unknown>;

function choices(): Choices {
  try {
    const stored: unknown = JSON.parse(localStore.read(CHOICES_KEY) ?? "{}");
    return typeof stored === "object" && stored !== null ? (stored as Choices) : {};
  } catch {
    return {};
  }
}

/** Returns null without a choice, or when it is no longer among the options. */
export function lastChoice<Option extends string>(name: string, options: readonly Option[]): Option | null {
  const last = choices()[name];
  return options.find((option) => option === last) ?? null;
}

export function keepChoice(name: string, option: string): void {
  localStore.write(CHOICES_KEY, JSON.stringify({ ...choices(), [name]: option }));
}
