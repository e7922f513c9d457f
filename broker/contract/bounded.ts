/**
 * PURE. Bounds of maps that strangers can fill. A map that cleared itself when full would forget every counter and
 * block at the next name, so only the oldest entries go.
 */

/** Removes the oldest entries beyond `max`. */
export function keepNewest(entries: Map<unknown, unknown> | Set<unknown>, max: number): void {
  for (const key of entries.keys()) {
    if (entries.size <= max) return;
    entries.delete(key);
  }
}

/** Sets an entry as the newest of at most `max`. */
export function putNewest<K, V>(entries: Map<K, V>, key: K, value: V, max: number): void {
  entries.delete(key);
  entries.set(key, value);
  keepNewest(entries, max);
}

/** Removes the entry with the least weight, the oldest of several, when there are more than `max`. */
export function keepHeaviest<K, V>(entries: Map<K, V>, max: number, weightOf: (value: V) => number): void {
  if (entries.size <= max) return;
  let lightest: { key: K; weight: number } | null = null;
  for (const [key, value] of entries) {
    const weight = weightOf(value);
    if (lightest === null || weight < lightest.weight) lightest = { key, weight };
  }
  if (lightest !== null) entries.delete(lightest.key);
}
