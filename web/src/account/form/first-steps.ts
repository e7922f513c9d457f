import { localStore } from "../../lib/safe-storage.ts";

function people(key: string) {
  const ids = (): string[] => (localStore.read(key) ?? "").split(" ").filter(Boolean);
  const has = (userId: string): boolean => ids().includes(userId);
  const add = (userId: string): void => {
    if (!has(userId)) localStore.write(key, [...ids(), userId].join(" "));
  };
  return { has, add };
}

/** Accounts that saw the first steps before the first switch, from their registration on. */
export const begun = people("first_steps_begun");
export const over = people("first_steps_over");
export const celebrated = people("first_command_taken");
