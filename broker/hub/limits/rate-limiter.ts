/**
 * Rate limiters of the account, its sessions and its devices: publish, subscribe, connect, events. In memory: a client
 * that floods keeps the object awake.
 */

import { keepHeaviest, putNewest } from "../../contract/bounded.ts";
import type { BrokerLimits } from "../../contract/limits.ts";
import { BURST, TokenBucket, type Verdict } from "../../contract/token-bucket.ts";

/** Seconds of the rate of filters that may come at once: clients that reconnect together subscribe to everything at once. */
const FILTER_BURST = 40;
/**
 * The same for bytes: everything that a household publishes when it reconnects, and some large messages of one client.
 */
const BYTE_BURST = 16;
/** The share of the account's rate that one connection may use. */
const SHARE = 0.5;
const MINUTE = 60_000;
/** Sessions in memory; beyond this the least recently used are forgotten. */
const MAX_REMEMBERED = 4096;

/** The window of a rate measurement. Milliseconds. */
const WINDOW = 10_000;

/** Measures a rate over the last window. */
class Speed {
  #since = 0;
  #now = 0;
  #before = 0;

  add(now: number, much = 1): void {
    this.#turn(now);
    this.#now += much;
  }

  /** The previous window counts in proportion to its overlap. */
  perSecond(now: number): number {
    this.#turn(now);
    const gone = (now - this.#since) / WINDOW;
    return (this.#before * (1 - gone) + this.#now) / (WINDOW / 1000);
  }

  #turn(now: number): void {
    if (now >= this.#since && now < this.#since + WINDOW) return;
    const since = now - (now % WINDOW);
    this.#before = since === this.#since + WINDOW ? this.#now : 0;
    this.#since = since;
    this.#now = 0;
  }
}

class Shared {
  #rate: number;
  #burst: number;
  /** Tokens that may be refused before it is a flood, in seconds of the rate. */
  #patience: number;
  #account: TokenBucket | null = null;
  /** By session: reconnecting does not refill the bucket. */
  #buckets = new Map<string, TokenBucket>();

  constructor(rate: number, burst: number, patience = 1) {
    this.#rate = rate;
    this.#burst = burst;
    this.#patience = patience;
  }

  of(key: string, now: number): TokenBucket | null {
    if (this.#rate === 0) return null;
    const own = this.#rate * SHARE;
    const bucket = this.#buckets.get(key) ?? new TokenBucket(own, now, own * this.#burst);
    putNewest(this.#buckets, key, bucket, MAX_REMEMBERED);
    return bucket;
  }

  /** `mistake`: tokens that may be refused more, so that the first refusal of one large message is no flood. */
  take(bucket: TokenBucket, now: number, cost: number, mistake: number): Verdict {
    const patience = this.#rate * this.#patience;
    const own = bucket.take(now, cost, patience * SHARE + mistake);
    if (own !== "pass") return own;
    this.#account ??= new TokenBucket(this.#rate, now, this.#rate * this.#burst);
    return this.#account.take(now, cost, patience + mistake);
  }
}

/** The buckets of one session; null where nothing is limited. */
export interface Shares {
  messages: TokenBucket | null;
  bytes: TokenBucket | null;
  filters: TokenBucket | null;
}

type Rates = Pick<
  BrokerLimits,
  "MQTT_PUBLISH_RATE" | "MQTT_PUBLISH_BYTES" | "MQTT_SUBSCRIBE_RATE" | "MQTT_CONNECT_RATE"
>;

const bucketsOf = (limits: Rates) => ({
  messages: new Shared(limits.MQTT_PUBLISH_RATE, BURST),
  // one message may need a second of the rate
  bytes: new Shared(limits.MQTT_PUBLISH_BYTES, BYTE_BURST, BURST),
  filters: new Shared(limits.MQTT_SUBSCRIBE_RATE, FILTER_BURST),
});

export class RateLimiter {
  readonly #limits: Rates;
  #of: ReturnType<typeof bucketsOf>;
  #connects = new Map<string, number[]>();
  readonly published = { messages: new Speed(), bytes: new Speed() };

  constructor(limits: Rates) {
    this.#limits = limits;
    this.#of = bucketsOf(limits);
  }

  /** The limits have changed: makes new buckets; callers must renew their shares. */
  renew(): void {
    this.#of = bucketsOf(this.#limits);
  }

  sharesOf(key: string, now: number): Shares {
    return {
      messages: this.#of.messages.of(key, now),
      bytes: this.#of.bytes.of(key, now),
      filters: this.#of.filters.of(key, now),
    };
  }

  /** `count`: the samples of a list, which count as a message each. */
  publish = ({ messages }: Shares, now: number, count = 1): Verdict => {
    this.published.messages.add(now, count);
    return spend(this.#of.messages, messages, now, count, count - 1);
  };
  bytes = ({ bytes }: Shares, now: number, cost: number): Verdict => {
    this.published.bytes.add(now, cost);
    return spend(this.#of.bytes, bytes, now, cost);
  };
  filter = ({ filters }: Shares, now: number): Verdict => spend(this.#of.filters, filters, now);

  /** One more CONNECT with this client identifier: returns the milliseconds until the next one may follow. */
  connect(key: string, now: number): number {
    const { MQTT_CONNECT_RATE: most } = this.#limits;
    if (most === 0) return 0;
    const recent = (this.#connects.get(key) ?? []).filter((at) => now - at < MINUTE);
    recent.push(now);
    putNewest(this.#connects, key, recent, MAX_REMEMBERED);
    const [oldest = now] = recent;
    return recent.length < most ? 0 : oldest + MINUTE - now;
  }
}

/** The rate of the account, in rates of one device. */
const ACCOUNT = 5;
/** Seconds of the rate of events that may come at once. */
const EVENT_BURST = 10;
/** Devices in memory. Beyond this the one with the most tokens is forgotten. */
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
    this.#account ??= new TokenBucket(this.#rate * ACCOUNT, now, this.#rate * ACCOUNT * EVENT_BURST);
    return this.#account.take(now) === "pass";
  }

  #bucketOf(deviceId: string, now: number): TokenBucket {
    const known = this.#devices.get(deviceId);
    if (known !== undefined) return known;
    const bucket = new TokenBucket(this.#rate, now, this.#rate * EVENT_BURST);
    this.#devices.set(deviceId, bucket);
    keepHeaviest(this.#devices, MAX_COUNTED, (each) => -each.tokensAt(now));
    return bucket;
  }
}

const spend = (shared: Shared, bucket: TokenBucket | null, now: number, cost = 1, mistake = 0): Verdict =>
  bucket === null ? "pass" : shared.take(bucket, now, cost, mistake);
