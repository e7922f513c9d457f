/**
 * What abuse costs. Whoever floods, storms or guesses is kept out for a while, where it came from: the one that flooded
 * by its principal, the one that guesses by the name it gives, and an address whose connections keep coming to nothing
 * as a whole. Nobody is kept out elsewhere. Of a socket whose address was not told nothing is held against anybody.
 */

import type { Claim } from "../../contract/client.ts";
import type { BrokerLimitName } from "../../contract/limits.ts";
import type { Log } from "../../log.ts";
import type { Client, Session } from "../../session/session.ts";
import type { Store } from "../../storage/store.ts";
import { digest, digestOfKey, storedClientId } from "../session-key.ts";
import { TokenBucket } from "./rate-limiter.ts";
import { RecentLogins } from "./recent-logins.ts";
import type { RefusalLog } from "./refusal-log.ts";

/** The first time, and doubled each time until the longest. Milliseconds. */
const FIRST = 60_000;
const LONGEST = 15 * 60_000;
/** After so long without another one it counts as the first again. */
const FORGIVEN = 60 * 60_000;
/** Failed logins with one name from one address: so many a minute. */
export const FAILED_LOGINS = 10;
/** Connections of an address that came to nothing: so many at once, and one a second in the long run. */
export const IN_VAIN = 100;
/** The same with a name that somebody was let in with from there lately: devices with an old password. */
const IN_VAIN_FAMILIAR = 10 * IN_VAIN;
/** Sockets of an address that have not said who they are. */
export const WAITING = 250;
/** What a socket may still send after its end was told: all that can be under way from a client that minds it. */
export const LATE = { frames: 5000, bytes: 8 * 1_048_576 };
/** How long a restart for somebody who was never let in forbids another: at first, and doubled each time. Milliseconds. */
const RESTART = 10_000;
/** Addresses and names that are counted; forgotten beyond this, the oldest first. */
const MAX_COUNTED = 4096;

/** Against whom something may be held: a connection. */
export interface Suspect {
  /** Null where its address was not told. */
  readonly edge: { readonly address: string | null };
  readonly session: Session;
  /** Null where nobody was let in by it. */
  readonly client: Client | null;
  readonly admitted: { readonly ref: string };
  /** Of its frames; null where they are not counted. */
  readonly frames: TokenBucket | null;
}

interface Owed {
  key: string;
  suspect: Suspect;
  session: Session;
  why: string;
  first: number;
}

/** One key, one user name, one device with its user name: whatever the password. */
const nameOf = (claim: Claim): string => {
  if (claim.kind === "api-key") return digestOfKey(claim.key);
  if (claim.kind === "token") return digest(claim.token);
  return digest(`${claim.kind === "device" ? claim.deviceId : ""}\n${claim.username}`);
};

export class BlockList {
  readonly #store: Store;
  readonly #refusals: RefusalLog;
  readonly #log: Log;
  readonly #clock: () => number;
  readonly owed: Owed[] = [];
  #failed = new Map<string, TokenBucket>();
  #vain = new Map<string, TokenBucket>();
  #waiting = new Map<string, number>();
  #undecided = new WeakSet<Suspect>();
  #familiar = new WeakSet<Suspect>();
  readonly #recent: RecentLogins;
  #late = new WeakMap<Suspect, { frames: number; bytes: number; told: boolean }>();

  constructor(store: Store, refusals: RefusalLog, clock: () => number, log: Log) {
    this.#store = store;
    this.#recent = new RecentLogins(store.recentLogins);
    this.#refusals = refusals;
    this.#clock = clock;
    this.#log = log;
  }

  /** Whole seconds that whoever this is must wait; 0 when it may come. One look into a map. */
  left(key: string): number {
    const until = this.#store.blockList.get(key)?.until ?? 0;
    return Math.max(0, Math.ceil((until - this.#clock()) / 1000));
  }

  /** Keeps out until then, without a word. */
  hold(key: string, until: number): void {
    const why = "It connected more often than MQTT_CONNECT_RATE allows.";
    this.#store.blockList.put(key, { until, times: 0, why }, this.#clock() - FORGIVEN);
  }

  /** Seconds after which a socket of this address may be opened; 0 for at once. */
  retryAfterSeconds(address: string | null): number {
    if (address === null) return 0;
    return this.left(address) || ((this.#waiting.get(address) ?? 0) >= WAITING ? 1 : 0);
  }

  opened(suspect: Suspect): void {
    const { address } = suspect.edge;
    if (address === null) return;
    this.#undecided.add(suspect);
    this.#waiting.set(address, (this.#waiting.get(address) ?? 0) + 1);
  }

  forgive(suspect: Suspect): void {
    const { address } = suspect.edge;
    if (address === null || !this.#undecided.delete(suspect)) return;
    const waiting = (this.#waiting.get(address) ?? 0) - 1;
    if (waiting > 0) this.#waiting.set(address, waiting);
    else this.#waiting.delete(address);
  }

  /** It is over: counted when nobody was ever let in by it. */
  over(suspect: Suspect): void {
    const { address } = suspect.edge;
    if (address === null || !this.#undecided.has(suspect)) return;
    this.forgive(suspect);
    const most = this.#familiar.has(suspect) ? IN_VAIN_FAMILIAR : IN_VAIN;
    if (this.#take(this.#vain, `${address} ${most}`, most / IN_VAIN, most - 1)) return;
    this.#owe(suspect, address, `${most} connections from this address came to nothing.`);
  }

  /** Seconds that a login with this name from there must wait; 0 for a client that was let in so lately. */
  login(suspect: Suspect, claim: Claim, clientId: string): number {
    const { address } = suspect.edge;
    if (address === null) return 0;
    const [key, now] = [`${address} ${nameOf(claim)}`, this.#clock()];
    if (this.#recent.has(key, null, now)) this.#familiar.add(suspect);
    return this.#recent.has(key, storedClientId(clientId), now) ? 0 : this.left(key);
  }

  failed(suspect: Suspect, claim: Claim): void {
    const { address } = suspect.edge;
    if (address === null) return;
    const key = `${address} ${nameOf(claim)}`;
    if (this.#take(this.#failed, key, FAILED_LOGINS / 60, FAILED_LOGINS - 1)) return;
    this.#owe(suspect, key, `${FAILED_LOGINS} logins with this name failed within a minute.`);
  }

  /** The name and its secret fit. Seconds that this principal must wait all the same, because it flooded from there. */
  knew(suspect: Suspect, { claim, clientId }: { claim: Claim; clientId: string }, principal: string): number {
    const { address } = suspect.edge;
    if (address === null) return 0;
    const key = `${address} ${nameOf(claim)}`;
    this.#failed.delete(key);
    this.#recent.note(key, storedClientId(clientId), this.#clock());
    return this.left(`${address} ${principal}`);
  }

  flood(suspect: Suspect, principal: string, limit: BrokerLimitName): void {
    const { address } = suspect.edge;
    if (address === null) return;
    this.#owe(suspect, `${address} ${principal}`, `It went on after ${limit} was reached.`);
  }

  /** More frames than MQTT_FRAME_RATE: no client does so by itself, also one that has not said who it is. */
  rushed(suspect: Suspect): void {
    this.#keepOut(suspect, "It sent more frames than MQTT_FRAME_RATE allows.");
  }

  /**
   * A frame so large that it costs before it can be refused. Whoever said its name stays out itself, for it may be a
   * mistake in a sketch, and its owner's page is likely to be where the device is; else nobody from there comes in.
   */
  oversized(suspect: Suspect): void {
    this.#keepOut(suspect, "A frame was larger than any may be (MQTT_MAX_PACKET_SIZE).");
  }

  #keepOut(suspect: Suspect, why: string): void {
    const { address } = suspect.edge;
    if (address === null) return;
    const { client } = suspect;
    this.#owe(suspect, client === null ? address : `${address} ${client.principal}`, why);
  }

  /**
   * A frame of a socket that was told its end. True when it will not mind: only a restart rids the runtime of it. That
   * takes its time, and what comes meanwhile counts from nothing: it must not cost another one each.
   */
  deaf(suspect: Suspect, bytes: number): boolean {
    const { address } = suspect.edge;
    if (address === null) return false;
    const late = this.#late.get(suspect) ?? { frames: 0, bytes: 0, told: false };
    const floods = !late.told && suspect.frames?.take(this.#clock()) === "flood";
    const minds = !floods && late.frames < LATE.frames && late.bytes < LATE.bytes;
    if (minds) this.#late.set(suspect, { ...late, frames: late.frames + 1, bytes: late.bytes + bytes });
    else this.#late.set(suspect, { frames: 0, bytes: 0, told: true });
    if (minds) return false;
    this.#owe(suspect, address, "A client went on sending after its end.", LONGEST);
    return true;
  }

  /** A restart ends the account's own connections, too: somebody who was never let in cannot have one after the other. */
  mayRestart({ client }: Suspect): boolean {
    return (
      client !== null || this.#impose("restart", RESTART, "A stranger went on sending after its end.") > 0
    );
  }

  /** The turns are done: what is owed is written down, and said in the account's log. */
  settle(): void {
    for (const { key, suspect, session, why, first } of this.owed.splice(0)) {
      const seconds = this.#impose(key, first, why);
      if (seconds === 0) continue;
      const words = `${why} Kept out for ${seconds} seconds where it came from.`;
      this.#refusals.note(suspect, session, { kind: "limit", topic: null, words });
    }
  }

  #owe(suspect: Suspect, key: string, why: string, first = FIRST): void {
    this.owed.push({ key, suspect, session: suspect.session, why, first });
  }

  /** Seconds; 0 when it is kept out already. */
  #impose(key: string, first: number, why: string): number {
    const now = this.#clock();
    const { blockList } = this.#store;
    const before = blockList.get(key);
    if (before !== undefined && before.until > now) return 0;
    const times = before === undefined || before.until < now - FORGIVEN ? 0 : before.times + 1;
    const length = Math.min(first * 2 ** times, LONGEST);
    try {
      blockList.put(key, { until: now + length, times, why }, now - FORGIVEN);
      this.#recent.store(key, now);
    } catch (error) {
      this.#log.warn("a penalty is not written down", error);
    }
    return length / 1000;
  }

  /** False when nothing is left. */
  #take(buckets: Map<string, TokenBucket>, key: string, perSecond: number, burst: number): boolean {
    const now = this.#clock();
    const bucket = buckets.get(key) ?? new TokenBucket(perSecond, now, burst);
    if (buckets.size >= MAX_COUNTED && !buckets.has(key)) buckets.clear();
    buckets.set(key, bucket);
    if (bucket.take(now) === "pass") return true;
    buckets.delete(key);
    return false;
  }
}
