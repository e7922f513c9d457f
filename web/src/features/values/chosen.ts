/** What a chart shows, as the address and the pins say. Pure. */

export interface ChartView {
  value?: string | undefined;
  /** The key of a second value in the same chart; empty for none. */
  with?: string | undefined;
  range?: string | undefined;
}

interface Chosen<Value> {
  first: Value | null;
  second: Value | null;
}

/** Without a choice in the address: one value, a pinned one if there is any. A second one is chosen by a press only. */
export function chosenOf<Value extends { key: string }>(
  values: readonly Value[],
  view: ChartView,
  pinned: readonly string[],
): Chosen<Value> {
  const of = (key: string | undefined) => values.find((value) => value.key === key);
  const pin = pinned.map(of).find((value) => value !== undefined);
  const first = of(view.value) ?? pin ?? values[0] ?? null;
  const second = of(view.with);
  return { first, second: second && second.key !== first?.key ? second : null };
}

/** Two rows on a desk, three on a phone. */
const SHOWN_TILES = 6;

/** The tiles at the head of a page, and how many are left out. The pinned ones are never left out. */
export function tilesOf<Value extends { key: string }>(
  values: readonly Value[],
  pinned: readonly string[],
  all: boolean,
): { shown: readonly Value[]; more: number } {
  if (all || values.length <= SHOWN_TILES) return { shown: values, more: 0 };
  const isPinned = ({ key }: Value) => pinned.includes(key);
  const ordered = [...values.filter(isPinned), ...values.filter((value) => !isPinned(value))];
  return { shown: ordered.slice(0, SHOWN_TILES), more: values.length - SHOWN_TILES };
}
