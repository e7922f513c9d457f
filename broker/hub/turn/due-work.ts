/**
 * The work that is due after the turns of one frame, call or alarm. A module requires it once, where it makes the work
 * necessary: in a plan by `Plan.require`, so that a failed turn requires nothing, and elsewhere by `DueWork.require`.
 * Bits instead of callbacks: most turns require nothing, which costs one comparison, and no requirement allocates.
 */

/** In the order in which it is done. */
export const WORK = [
  "sendEvents",
  "continueReplays",
  "writeBlocks",
  "writeRefusals",
  "writeHistory",
  "scheduleRefusalCounts",
  "logConnectionEnds",
  "readMeter",
  "moveOverflow",
  "scheduleEventSums",
  "scheduleWatches",
  "learnHabits",
  "readRights",
] as const;
export type AfterTurns = (typeof WORK)[number];

export const BITS = Object.fromEntries(WORK.map((work, at) => [work, 1 << at])) as Record<AfterTurns, number>;

export class DueWork {
  /** The bits of what is due; 0 when nothing is. */
  bits = 0;

  require(work: AfterTurns): void {
    this.bits |= BITS[work];
  }
}
