/** Whether the text contains every word of the search, in any order. Letters scattered over a name are no match. */
export function hasEveryWord(search: string, text: string): boolean {
  const within = text.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => within.includes(word));
}
