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

/** Without a choice in the address: the pinned values, or the first one. */
export function chosenOf<Value extends { key: string }>(
  values: readonly Value[],
  view: ChartView,
  pinned: readonly string[],
): Chosen<Value> {
  const of = (key: string | undefined) => values.find((value) => value.key === key);
  const pins = pinned.flatMap((key) => of(key) ?? []);
  const wanted = of(view.value);
  const first = wanted ?? pins[0] ?? values[0] ?? null;
  const second = view.with !== undefined ? of(view.with) : wanted ? undefined : pins[1];
  return { first, second: second && second.key !== first?.key ? second : null };
}
