import { localStore } from "../lib/safe-storage.ts";

/** A short hash: these marks outlast a logout, and a browser must not tell whose account was open in it. */
function markOf(userId: string): string {
  let hash = 0;
  for (const letter of userId) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) | 0;
  return (hash >>> 0).toString(36);
}

/** No mark has a hyphen; earlier releases stored the ids. */
const asMark = (stored: string): string => (stored.includes("-") ? markOf(stored) : stored);

function people(key: string) {
  const stored = (): string[] => (localStore.read(key) ?? "").split(" ").filter(Boolean);
  const marks = (): string[] => {
    const before = stored();
    const now = before.map(asMark);
    if (now.join() !== before.join()) localStore.write(key, now.join(" "));
    return now;
  };
  const has = (userId: string): boolean => marks().includes(markOf(userId));
  const add = (userId: string): void => {
    if (!has(userId)) localStore.write(key, [...marks(), markOf(userId)].join(" "));
  };
  return { has, add };
}

/** Accounts that saw the first steps before the first switch, from their registration on. */
export const begun = people("first_steps_begun");
export const over = people("first_steps_over");
export const celebrated = people("first_command_taken");
