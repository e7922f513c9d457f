/** How fast the account and each of its sessions may publish, subscribe and connect. Kept in memory: who floods keeps it awake. */

/** Seconds' worth of messages, or of frames, that may come at once. */
const BURST = 4;
/** The same for filters: a crowd that comes back subscribes at once to all it ever had. */
const FILTER_BURST = 40;
/** One connection may use this part of the account's rate. */
const SHARE = 0.5;
const MINUTE = 60_000;
/** Forgotten beyond this, the least recently used first. */
const MAX_REMEMBERED = 4096;

type Verdict = "pass" | "over" | "flood";

/** Tokens flow in with time; a message takes one. Goes below zero, so that who does not slow down is seen. */
export class Bucket {
  #tokens: number;
  #rate: number;
  #burst: number;
  #at: number;

  constructor(rate: number, now: number, burst = rate * BURST) {
    this.#rate = rate;
    this.#burst = burst;
    this.#tokens = this.#burst;
    this.#at = now;
  }

  /** `flood` once a second's worth has been refused. */
  take(now: number): Verdict {
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

/** One bucket for the account and one for each session, in which a part of it is. */
class Shared {
  #rate: number;
  #burst: number;
  #account: Bucket | null = null;
  /** By session: a reconnect does not fill the bucket again. */
  #buckets = new Map<string, Bucket>();

  constructor(rate: number, burst: number) {
    this.#rate = rate;
    this.#burst = burst;
  }

  of(key: string, now: number): Bucket | null {
    if (this.#rate === 0) return null;
    const own = this.#rate * SHARE;
    const bucket = this.#buckets.get(key) ?? new Bucket(own, now, own * this.#burst);
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    forgetOldest(this.#buckets);
    return bucket;
  }

  take(bucket: Bucket, now: number): Verdict {
    const own = bucket.take(now);
    if (own !== "pass") return own;
    this.#account ??= new Bucket(this.#rate, now, this.#rate * this.#burst);
    return this.#account.take(now);
  }
}

/** What one session may do; null where it is not counted. */
export interface Shares {
  messages: Bucket | null;
  filters: Bucket | null;
}

export class Allowance {
  #messages: Shared;
  #filters: Shared;
  #connects = new Map<string, number[]>();
  #connectRate: number;

  constructor(publishRate: number, connectRate: number, filterRate = 0) {
    this.#messages = new Shared(publishRate, BURST);
    this.#filters = new Shared(filterRate, FILTER_BURST);
    this.#connectRate = connectRate;
  }

  sharesOf(key: string, now: number): Shares {
    return { messages: this.#messages.of(key, now), filters: this.#filters.of(key, now) };
  }

  publish = ({ messages }: Shares, now: number): Verdict => taken(this.#messages, messages, now);
  filter = ({ filters }: Shares, now: number): Verdict => taken(this.#filters, filters, now);

  /** One more CONNECT with this client identifier: how long until another may follow. Milliseconds. */
  connect(key: string, now: number): number {
    if (this.#connectRate === 0) return 0;
    const recent = (this.#connects.get(key) ?? []).filter((at) => now - at < MINUTE);
    recent.push(now);
    this.#connects.delete(key);
    this.#connects.set(key, recent);
    forgetOldest(this.#connects);
    const [oldest = now] = recent;
    return recent.length < this.#connectRate ? 0 : oldest + MINUTE - now;
  }
}

function forgetOldest(map: Map<string, unknown>): void {
  if (map.size <= MAX_REMEMBERED) return;
  for (const key of map.keys()) {
    map.delete(key);
    return;
  }
}

const taken = (shared: Shared, bucket: Bucket | null, now: number): Verdict =>
  bucket === null ? "pass" : shared.take(bucket, now);
