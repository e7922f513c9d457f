/**
 * A client that floods, reconnects in a storm or guesses passwords is blocked for a while: a flood by principal and
 * address, a password that fails again and again by itself, guesses of several by login name and address, failing
 * connections by address until the worker has read their CONNECT. An unknown address is never blocked.
 */

import type { Claim } from "../../contract/client.ts";
import type { BrokerLimitName } from "../../contract/limits.ts";
import { LONGEST_BLOCK_MS } from "../../contract/limits.ts";
import type { TokenBucket } from "../../contract/token-bucket.ts";
import type { Log } from "../../log.ts";
import type { ConnectedClient, Session } from "../../session/session.ts";
import type { BrokerStore } from "../../storage/store.ts";
import { digest, digestOfKey, storedClientId } from "../session-key.ts";
import type { DueWork } from "../turn/due-work.ts";
import { RecentLogins } from "./recent-logins.ts";
import type { RefusalLog } from "./refusal-log.ts";
import { takeToken, unreadAt, VainConnections } from "./vain-connections.ts";

/** The first block, doubled each time up to the longest. Milliseconds. */
const FIRST = 60_000;
/** After this long without another block, the next one counts as the first. Milliseconds. */
const FORGIVEN = 60 * 60_000;
/** Failed logins per minute from one address: with one name and password, and of different passwords with one name. */
export const FAILED_LOGINS = 10;
/** Sockets of an address that wait for CONNECT or its answer. */
export const WAITING = 250;
/** What a socket may send after its close: everything that a well-behaved client may have under way. */
export const LATE = { frames: 5000, bytes: 8 * 1_048_576 };
/** Time until the next restart because of a client that was never connected, doubled each time. Milliseconds. */
const RESTART = 10_000;
/** A connection. `address` is null when unknown, `client` before CONNECT is accepted, `frames` without a limit. */
export interface Suspect {
  readonly edge: { readonly address: string | null };
  readonly session: Session;
  readonly client: ConnectedClient | null;
  readonly admitted: { readonly ref: string };
  readonly frames: TokenBucket | null;
}

interface NewBlock {
  key: string;
  suspect: Suspect;
  session: Session;
  why: string;
  first: number;
}

/** Names the login: an API key, a user name, or a device with its user name. The password is not part of it. */
const nameOf = (claim: Claim): string => {
  if (claim.kind === "api-key") return digestOfKey(claim.key);
  if (claim.kind === "token") return digest(claim.token);
  return digest(`${claim.kind === "device" ? claim.deviceId : ""}\n${claim.username}`);
};

/**
 * Names the login with its password. A program with an old password is held back by it, and none of its neighbours that
 * have the same name: it fails with one password, a guess with many.
 */
const loginOf = (claim: Claim): string =>
  "password" in claim ? digest(`${nameOf(claim)}\n${claim.password}`) : nameOf(claim);

type UpgradeOrigin = { address: string | null; isConnectRead?: boolean };

/** What arrived after its socket was closed. `isRestartRequested`: the restart that ends it was requested. */
interface Late {
  frames: number;
  bytes: number;
  isRestartRequested: boolean;
}

export interface BlockListDependencies {
  /** Milliseconds since 1970. */
  clock: () => number;
  log: Log;
  due: DueWork;
}

/** Why a socket of an address may not be opened now. */
export interface UpgradeWait {
  seconds: number;
  /** It may when its CONNECT is read before. */
  isForUnread: boolean;
}

export class BlockList {
  readonly #store: BrokerStore;
  readonly #refusals: RefusalLog;
  readonly #log: Log;
  readonly #clock: () => number;
  readonly #due: DueWork;
  readonly #newBlocks: NewBlock[] = [];
  #failed = new Map<string, TokenBucket>();
  readonly #vain = new VainConnections();
  #waiting = new Map<string, number>();
  #undecided = new WeakSet<Suspect>();
  /** Their CONNECT was read by the worker, or their login is right. */
  #known = new WeakSet<Suspect>();
  readonly #recent: RecentLogins;
  #late = new WeakMap<Suspect, Late>();

  constructor(store: BrokerStore, refusals: RefusalLog, { clock, log, due }: BlockListDependencies) {
    this.#store = store;
    this.#recent = new RecentLogins(store.recentLogins);
    this.#refusals = refusals;
    this.#clock = clock;
    this.#log = log;
    this.#due = due;
  }

  /** Returns the whole seconds that this key is blocked for; 0 for none. */
  secondsLeft(key: string): number {
    const until = this.#store.blockList.get(key)?.until ?? 0;
    return Math.max(0, Math.ceil((until - this.#clock()) / 1000));
  }

  /** Blocks the key until then, without a row in the refusal log. */
  blockUntil(key: string, until: number): void {
    const why = "It connected more often than MQTT_CONNECT_RATE allows.";
    this.#store.blockList.put(key, { until, times: 0, why }, this.#clock() - FORGIVEN);
  }

  /** After the account was cleared: no client counts as one that logged in before. */
  forgetLogins(): void {
    this.#recent.forget();
  }

  /** Returns the wait until a socket of this address may be opened; null for none. */
  upgradeWait({ address, isConnectRead = false }: UpgradeOrigin): UpgradeWait | null {
    if (address === null) return null;
    const isFull = (this.#waiting.get(address) ?? 0) >= WAITING;
    const seconds = this.secondsLeft(address) || (isFull ? 1 : 0);
    if (seconds > 0) return { seconds, isForUnread: false };
    const unread = isConnectRead ? 0 : this.secondsLeft(unreadAt(address));
    return unread > 0 ? { seconds: unread, isForUnread: true } : null;
  }

  opened(suspect: Suspect, isConnectRead = false): void {
    const { address } = suspect.edge;
    if (address === null) return;
    if (isConnectRead) this.#known.add(suspect);
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

  /** The connection ended: counts it when it was never connected. */
  ended(suspect: Suspect): void {
    const { address } = suspect.edge;
    if (address === null || !this.#undecided.has(suspect)) return;
    this.forgive(suspect);
    const block = this.#vain.blockAfter(address, this.#known.has(suspect), this.#clock());
    if (block === null) return;
    this.#block(suspect, block.key, `${block.connections} connections from this address did not log in.`);
  }

  /**
   * Returns the seconds that a login must wait: with a password that failed again and again, or with a name of which
   * many failed. The latter holds for no client, and no password, that logged in from there lately.
   */
  login(suspect: Suspect, claim: Claim, clientId: string): number {
    const { address } = suspect.edge;
    if (address === null) return 0;
    const [key, login, now] = [`${address} ${nameOf(claim)}`, `${address} ${loginOf(claim)}`, this.#clock()];
    const heldBack = this.secondsLeft(login);
    if (heldBack > 0) return heldBack;
    const isKnown =
      this.#recent.has(login, null, now) || this.#recent.has(key, storedClientId(clientId), now);
    return isKnown ? 0 : this.secondsLeft(key);
  }

  failed(suspect: Suspect, claim: Claim): void {
    const { address } = suspect.edge;
    if (address === null) return;
    const [key, login, now] = [`${address} ${nameOf(claim)}`, `${address} ${loginOf(claim)}`, this.#clock()];
    const rate = { perSecond: FAILED_LOGINS / 60, burst: FAILED_LOGINS - 1, now };
    const before = login === key ? undefined : this.#failed.get(login);
    const isRepeated = before !== undefined && before.tokensAt(now) < FAILED_LOGINS - 1;
    if (login !== key && !takeToken(this.#failed, login, rate)) {
      this.#block(
        suspect,
        login,
        `${FAILED_LOGINS} logins with this name and password failed within a minute.`,
      );
      return;
    }
    // the same password again is no guess: it counts once for its name
    if (isRepeated) return;
    if (takeToken(this.#failed, key, rate)) return;
    this.#block(suspect, key, `${FAILED_LOGINS} logins with this name failed within a minute.`);
  }

  /** The login is right: a refusal after it does not block its neighbours. Returns the seconds that its principal must wait because it flooded from there. */
  authenticated(
    suspect: Suspect,
    { claim, clientId }: { claim: Claim; clientId: string },
    principal: string,
  ): number {
    const { address } = suspect.edge;
    if (address === null) return 0;
    const key = `${address} ${nameOf(claim)}`;
    this.#failed.delete(key);
    this.#known.add(suspect);
    this.#recent.note(key, storedClientId(clientId), this.#clock());
    this.#recent.noteLogin(`${address} ${loginOf(claim)}`, this.#clock());
    return this.secondsLeft(`${address} ${principal}`);
  }

  flood(suspect: Suspect, principal: string, limit: BrokerLimitName): void {
    const { address } = suspect.edge;
    if (address === null) return;
    this.#block(suspect, `${address} ${principal}`, `It continued after ${limit} was reached.`);
  }

  /** More frames than MQTT_FRAME_RATE: no client does so by mistake. */
  tooManyFrames(suspect: Suspect): void {
    this.#keepOut(suspect, "It sent more frames than MQTT_FRAME_RATE allows.");
  }

  /**
   * A frame so large that it costs before it can be refused. A connected client is blocked itself, since it may be a
   * mistake in a sketch, and its owner's page is likely to have the same address. Otherwise the address is blocked.
   */
  oversized(suspect: Suspect): void {
    this.#keepOut(suspect, "A frame was larger than any may be (MQTT_MAX_PACKET_SIZE).");
  }

  #keepOut(suspect: Suspect, why: string): void {
    const { address } = suspect.edge;
    if (address === null) return;
    const { client } = suspect;
    this.#block(suspect, client === null ? address : `${address} ${client.principal}`, why);
  }

  /**
   * A frame of a socket that was closed. Returns true when the client ignores the close: only a restart ends its
   * socket. A restart takes time, and frames meanwhile are counted from zero: they must not cause another.
   */
  ignoresClose(suspect: Suspect, bytes: number): boolean {
    const { address } = suspect.edge;
    if (address === null) return false;
    const late = this.#lateOf(suspect);
    const floods = !late.isRestartRequested && suspect.frames?.take(this.#clock()) === "flood";
    const minds = !floods && late.frames < LATE.frames && late.bytes < LATE.bytes;
    if (minds) {
      late.frames += 1;
      late.bytes += bytes;
      return false;
    }
    this.#late.set(suspect, { frames: 0, bytes: 0, isRestartRequested: true });
    this.#block(suspect, address, "A client kept sending after it was disconnected.", LONGEST_BLOCK_MS);
    return true;
  }

  #lateOf(suspect: Suspect): Late {
    const known = this.#late.get(suspect);
    if (known !== undefined) return known;
    const late = { frames: 0, bytes: 0, isRestartRequested: false };
    this.#late.set(suspect, late);
    return late;
  }

  /**
   * A restart ends the account's other connections too: a client that was never connected cannot cause one after the
   * other.
   */
  mayRestart({ client }: Suspect): boolean {
    return (
      client !== null ||
      this.#impose("restart", RESTART, "A client without a login kept sending after it was disconnected.") > 0
    );
  }

  /** After turns: writes the new blocks, and logs them for the account's owner. */
  write(): void {
    for (const { key, suspect, session, why, first } of this.#newBlocks.splice(0)) {
      const seconds = this.#impose(key, first, why);
      if (seconds === 0) continue;
      const words = `${why} Blocked for ${seconds} seconds at its address.`;
      this.#refusals.note(suspect, session, { kind: "limit", topic: null, words });
    }
  }

  #block(suspect: Suspect, key: string, why: string, first = FIRST): void {
    this.#newBlocks.push({ key, suspect, session: suspect.session, why, first });
    this.#due.require("writeBlocks");
  }

  /** Returns the seconds of the new block; 0 when the key is blocked already. */
  #impose(key: string, first: number, why: string): number {
    const now = this.#clock();
    const { blockList } = this.#store;
    const before = blockList.get(key);
    if (before !== undefined && before.until > now) return 0;
    const times = before === undefined || before.until < now - FORGIVEN ? 0 : before.times + 1;
    const length = Math.min(first * 2 ** times, LONGEST_BLOCK_MS);
    try {
      blockList.put(key, { until: now + length, times, why }, now - FORGIVEN);
      this.#recent.store(key, now);
    } catch (error) {
      this.#log.warn("a block could not be stored", error);
    }
    return length / 1000;
  }
}
