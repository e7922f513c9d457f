/** Rate limiter of events. In memory: a client that causes too many keeps the object awake. */

import type { BrokerLimits } from "../../contract/limits.ts";
import { TokenBucket } from "./rate-limiter.ts";

const ACCOUNT = 5;
/** Seconds of the rate that may come at once. */
const BURST = 10;
/** Devices in memory. Beyond this they are forgotten: the account's bucket is long empty then. */
const MAX_COUNTED = 4096;

export class EventRateLimiter {
  readonly #limits: Pick<BrokerLimits, "EVENT_RATE">;
  /** Events a second and device that the buckets were made for; 0 for no limit. */
  #rate: number;
  #account: TokenBucket | null = null;
  #devices = new Map<string, TokenBucket>();

  constructor(limits: Pick<BrokerLimits, "EVENT_RATE">) {
    this.#limits = limits;
    this.#rate = limits.EVENT_RATE;
  }

  #renew(): void {
    if (this.#rate === this.#limits.EVENT_RATE) return;
    this.#rate = this.#limits.EVENT_RATE;
    this.#account = null;
    this.#devices.clear();
  }

  /** Whether this event is recorded on its own. A `summed` event counts for its device only. */
  passes(deviceId: string, now: number, summed: boolean): boolean {
    this.#renew();
    if (this.#rate === 0) return !summed;
    const own = this.#bucketOf(deviceId, now).take(now);
    if (own !== "pass" || summed) return false;
    this.#account ??= new TokenBucket(this.#rate * ACCOUNT, now, this.#rate * ACCOUNT * BURST);
    return this.#account.take(now) === "pass";
  }

  #bucketOf(deviceId: string, now: number): TokenBucket {
    const known = this.#devices.get(deviceId);
    if (known !== undefined) return known;
    if (this.#devices.size >= MAX_COUNTED) this.#devices.clear();
    const bucket = new TokenBucket(this.#rate, now, this.#rate * BURST);
    this.#devices.set(deviceId, bucket);
    return bucket;
  }
}
