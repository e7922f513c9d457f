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

/**
 * The tiles at the head of a page, and how many are left out. The pinned ones are not left out. Values that the controls
 * above them show already are, until all are asked for.
 */
export function tilesOf<Value extends { key: string }>(
  values: readonly Value[],
  { pinned, controlled, all }: { pinned: readonly string[]; controlled: readonly string[]; all: boolean },
): { shown: readonly Value[]; more: number } {
  if (all) return { shown: values, more: 0 };
  const others = values.filter(({ key }) => !controlled.includes(key));
  const isPinned = ({ key }: Value) => pinned.includes(key);
  const ordered = [...others.filter(isPinned), ...others.filter((value) => !isPinned(value))];
  const shown = others.length <= SHOWN_TILES ? others : ordered.slice(0, SHOWN_TILES);
  return { shown, more: values.length - shown.length };
}

/** For the chart of a device: without a choice it shows a value that no control shows, if there is one. */
export function controlledLast<Value extends { key: string }>(
  values: readonly Value[],
  pinned: readonly string[],
  controlled: readonly string[],
): { values: Value[]; pinned: string[] } {
  const isControlled = ({ key }: Value) => controlled.includes(key);
  return {
    values: [...values.filter((value) => !isControlled(value)), ...values.filter(isControlled)],
    pinned: pinned.filter((key) => !controlled.includes(key)),
  };
}
