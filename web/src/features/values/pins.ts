/** Returns the pinned keys after a press: removes the key, or adds it and drops the oldest. */
export const pinsAfter = (pinned: readonly string[], key: string, most: number): string[] =>
  pinned.includes(key) ? pinned.filter((each) => each !== key) : [...pinned, key].slice(-most);
