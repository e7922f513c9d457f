/** How fast the account and each of its sessions may publish and connect. Kept in memory: who floods keeps it awake. */

/** Seconds' worth of messages that may come at once. */
const BURST = 4;
/** One connection may use this part of the account's rate. */
const SHARE = 0.5;
const MINUTE = 60_000;
/** Forgotten beyond this, the least recently used first. */
const MAX_REMEMBERED = 4096;

/** Tokens flow in with time; a message takes one. Goes below zero, so that who does not slow down is seen. */
export class Bucket {
  #tokens: number;
  #rate: number;
  #burst: number;
  #at: number;

  constructor(rate: number, now: number) {
    this.#rate = rate;
    this.#burst = rate * BURST;
    this.#tokens = this.#burst;
    this.#at = now;
  }

  /** `flood` once a second's worth has been refused. */
  take(now: number): "pass" | "over" | "flood" {
    const passed = Math.max(0, now - this.#at) / 1000;
    this.#tokens = Math.min(this.#burst, this.#tokens + passed * this.#rate);
    this.#at = now;
    if (this.#tokens >= 1) {
      this.#tokens -= 1;
      return "pass";
    }
    this.#tokens = Math.max(-this.#rate, this.#tokens - 1);
    return this.#tokens <= -this.#rate ? "flood" : "over";
  }
}

export class Allowance {
  #rate: number;
  #account: Bucket | null = null;
  /** By session: a reconnect does not fill the bucket again. */
  #buckets = new Map<string, Bucket>();
  #connects = new Map<string, number[]>();
  #connectRate: number;

  constructor(publishRate: number, connectRate: number) {
    this.#rate = publishRate;
    this.#connectRate = connectRate;
  }

  bucketOf(key: string, now: number): Bucket | null {
    if (this.#rate === 0) return null;
    const bucket = this.#buckets.get(key) ?? new Bucket(this.#rate * SHARE, now);
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    forgetOldest(this.#buckets);
    return bucket;
  }

  publish(bucket: Bucket | null, now: number): "pass" | "over" | "flood" {
    if (bucket === null) return "pass";
    const own = bucket.take(now);
    if (own !== "pass") return own;
    this.#account ??= new Bucket(this.#rate, now);
    return this.#account.take(now);
  }

  /** One more CONNECT with this client identifier: true when it is too much. Refused ones are not counted. */
  connectsTooOften(key: string, now: number): boolean {
    if (this.#connectRate === 0) return false;
    const recent = (this.#connects.get(key) ?? []).filter((at) => now - at < MINUTE);
    const over = recent.length >= this.#connectRate;
    if (!over) recent.push(now);
    this.#connects.delete(key);
    this.#connects.set(key, recent);
    forgetOldest(this.#connects);
    return over;
  }
}

function forgetOldest(map: Map<string, unknown>): void {
  if (map.size <= MAX_REMEMBERED) return;
  for (const key of map.keys()) {
    map.delete(key);
    return;
  }
}
