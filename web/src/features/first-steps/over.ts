import { localStore } from "../../lib/safe-storage.ts";

const KEY = "first_steps_over";

const ids = (): string[] => (localStore.read(KEY) ?? "").split(" ").filter(Boolean);

/** Whether this person is done with the first steps, or wants none of them. */
export const isOver = (userId: string): boolean => ids().includes(userId);

export function endFirstSteps(userId: string): void {
  if (!isOver(userId)) localStore.write(KEY, [...ids(), userId].join(" "));
}
