/** Pure: a histogram of durations. */

/** Upper bounds of the buckets in seconds; one more bucket holds longer durations. */
export const SECONDS = [0.01, 0.05, 0.1, 0.25, 1, 2.5, 10] as const;

export class Histogram {
  /** One count per bucket, not cumulative; durations beyond the last bound are last. */
  readonly counts: number[] = Array(SECONDS.length + 1).fill(0);
  seconds = 0;

  note(milliseconds: number): void {
    // a clock that was set back counts as 0
    const seconds = Math.max(0, milliseconds) / 1000;
    const at = SECONDS.findIndex((end) => seconds <= end);
    const count = at < 0 ? SECONDS.length : at;
    this.counts[count] = (this.counts[count] ?? 0) + 1;
    this.seconds += seconds;
  }
}
