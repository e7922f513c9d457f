import { localStore } from "../../lib/safe-storage.ts";

function people(key: string) {
  const ids = (): string[] => (localStore.read(key) ?? "").split(" ").filter(Boolean);
  const has = (userId: string): boolean => ids().includes(userId);
  const add = (userId: string): void => {
    if (!has(userId)) localStore.write(key, [...ids(), userId].join(" "));
  };
  return { has, add };
}

/** Who is done with the first steps, or wants none of them. */
export const over = people("first_steps_over");
/** Whose first device has taken its first command. */
export const celebrated = people("first_command_taken");
