/** The trend of a series, and the difference between its end and its beginning. Pure functions. */

/** Least squares: how much `values` rise in one step. */
export function slope(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  let [above, below] = [0, 0];
  values.forEach((value, index) => {
    above += (index - middle) * (value - mean);
    below += (index - middle) ** 2;
  });
  return below === 0 ? 0 : above / below;
}

/** How much the average of the last third exceeds that of the first, as a share of the first. */
export function drift(values: readonly number[]): number {
  const third = Math.max(1, Math.floor(values.length / 3));
  const mean = (some: readonly number[]) => some.reduce((sum, value) => sum + value, 0) / some.length;
  const first = mean(values.slice(0, third));
  return first === 0 ? 0 : mean(values.slice(-third)) / first - 1;
}
