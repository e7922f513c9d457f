/** PURE. How long things took, counted by how long: the operator's metrics have no room for each single one. */

/** The upper ends of the counts, in seconds; one more count is for what took longer. */
export const SECONDS = [0.01, 0.05, 0.1, 0.25, 1, 2.5, 10] as const;

export class Histogram {
  /** How many took that long and no shorter end; those beyond the last end come last. */
  readonly counts: number[] = Array(SECONDS.length + 1).fill(0);
  seconds = 0;

  note(milliseconds: number): void {
    // a clock that went back says nothing of how long it took
    const seconds = Math.max(0, milliseconds) / 1000;
    const at = SECONDS.findIndex((end) => seconds <= end);
    const count = at < 0 ? SECONDS.length : at;
    this.counts[count] = (this.counts[count] ?? 0) + 1;
    this.seconds += seconds;
  }
}
