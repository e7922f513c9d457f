import type { Socket } from "node:net";

const WITHIN_MS = 10_000;
/** Of HTTP; the path of MQTT over WebSockets begins with /mqtt. */
const API_CALL = /^[A-Z]+ (?!\/mqtt\b)/;

/**
 * Returns after how many milliseconds a connection is cut, or null for never. `first` are its first bytes, `random`
 * returns numbers below 1.
 */
export function cutAfterMs(first: Buffer, share: number, random: () => number): number | null {
  if (API_CALL.test(first.subarray(0, 64).toString("latin1"))) return null;
  return random() < share ? random() * WITHIN_MS : null;
}

/** Cuts a share of the connections of a proxy. */
export class RandomCuts {
  count = 0;
  readonly #share: number;

  constructor(share: number) {
    this.#share = share;
  }

  readonly onConnection = (near: Socket): void => {
    near.once("data", (first) => {
      const after = cutAfterMs(first, this.#share, Math.random);
      if (after === null) return;
      const timer = setTimeout(() => {
        this.count++;
        near.resetAndDestroy();
      }, after);
      near.once("close", () => clearTimeout(timer));
    });
  };
}
