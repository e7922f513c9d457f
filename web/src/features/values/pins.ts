/** The keys after one of them was pressed: it goes, or it comes and the oldest makes room. */
export const pinsAfter = (pinned: readonly string[], key: string, most: number): string[] =>
  pinned.includes(key) ? pinned.filter((each) => each !== key) : [...pinned, key].slice(-most);
