/** Opens the WebSockets to the broker: signs each client's address, and slows down while the broker fails. */

import { type ConnectionOptions, createSecureContext } from "node:tls";
import { type ClientOptions, WebSocket } from "ws";
import { CLIENT_HEADER, SIGNATURE_ACCEPTED, signClientHeader } from "../gateway/client-header.ts";
import { ignoreError } from "./handshake.ts";
import type { Metrics } from "./metrics.ts";

// Exponential backoff with jitter for a failing broker. The first success lets all waiting clients connect.

const MIN_INTERVAL_MS = 100;
const MAX_INTERVAL_MS = 5000;
/** A client that would wait longer is disconnected; it reconnects by itself. */
const MAX_WAIT_MS = 10_000;

export class Backoff {
  readonly #random: () => number;
  readonly #sleeping = new Set<() => void>();
  /** Milliseconds between two attempts; 0 without a failure. */
  #interval = 0;
  #next = 0;
  #lastFailure = 0;

  constructor(random: () => number = Math.random) {
    this.#random = random;
  }

  /** Reserves the next start and returns the milliseconds until then, or null if that is too long. */
  reserve(now: number): number | null {
    if (this.#interval === 0) return 0;
    const at = Math.max(now, this.#next);
    if (at - now > MAX_WAIT_MS) return null;
    this.#next = at + this.#jitteredInterval();
    return at - now;
  }

  /** Waits for the reserved start. Returns false if the wait is too long. */
  async wait(): Promise<boolean> {
    const wait = this.reserve(performance.now());
    if (wait === null) return false;
    if (wait > 0) await this.#sleep(wait);
    return true;
  }

  /** Attempts that began before the last failure count as one with it. */
  failed(startedAt: number, now: number): void {
    if (startedAt < this.#lastFailure) return;
    this.#lastFailure = now;
    this.#interval = Math.min(MAX_INTERVAL_MS, Math.max(MIN_INTERVAL_MS, this.#interval * 2));
    this.#next = Math.max(this.#next, now + this.#jitteredInterval());
  }

  succeeded(): void {
    this.#interval = 0;
    this.#next = 0;
    for (const wake of this.#sleeping) wake();
  }

  #jitteredInterval(): number {
    return this.#interval * (0.5 + this.#random());
  }

  #sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.#sleeping.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, milliseconds);
      this.#sleeping.add(wake);
    });
  }
}

const HANDSHAKE_MS = 10_000;
/** Larger than the broker's largest frame. */
const MAX_FRAME_BYTES = 16 * 1024 * 1024;

const REJECTED =
  "the broker does not believe this bridge, and takes it for all of its clients: are its BRIDGE_KEYS the broker's, and is its clock right?";
const ACCEPTED_AGAIN = "the broker believes this bridge again";

/** The first key signs. Without a key, the broker takes the bridge for every client. */
export type SigningKeys = readonly Uint8Array[];

class UpgradeError extends Error {
  /** False if the answer concerns this client only, so that the next one may succeed. */
  readonly affectsAll: boolean;

  constructor(status: number, affectsAll: boolean) {
    super(`the broker answered ${status}`);
    this.affectsAll = affectsAll;
  }
}

export class BrokerConnector {
  readonly #to: URL;
  readonly #keys: SigningKeys;
  readonly #metrics: Metrics;
  readonly #log: (line: string) => void;
  readonly #backoff = new Backoff();
  #isAccepted = true;
  /** All connections share one TLS context. With one each, a connection takes 19 KiB more. */
  readonly #options: ClientOptions & Pick<ConnectionOptions, "secureContext">;

  constructor(to: URL, keys: SigningKeys, metrics: Metrics, log: (line: string) => void) {
    this.#to = to;
    this.#keys = keys;
    this.#metrics = metrics;
    this.#log = log;
    this.#options = {
      handshakeTimeout: HANDSHAKE_MS,
      maxPayload: MAX_FRAME_BYTES,
      perMessageDeflate: false,
      ...(to.protocol === "wss:" && { secureContext: createSecureContext() }),
    };
  }

  /** Returns an open, paused WebSocket, or null if the wait after the broker's failures is too long for this client. */
  async connect(address: string): Promise<WebSocket | null> {
    if (!(await this.#backoff.wait())) return null;
    const startedAt = performance.now();
    try {
      const socket = await this.#open(address);
      this.#backoff.succeeded();
      return socket;
    } catch (error) {
      this.#metrics.upgradesFailed++;
      if (error instanceof UpgradeError && !error.affectsAll) this.#backoff.succeeded();
      else this.#backoff.failed(startedAt, performance.now());
      throw error;
    }
  }

  async #open(address: string): Promise<WebSocket> {
    const socket = new WebSocket(this.#to, "mqtt", { ...this.#options, headers: this.#headersFor(address) });
    await new Promise<void>((resolve, reject) => {
      socket.once("open", () => {
        // Before a listener for messages exists.
        socket.pause();
        resolve();
      });
      socket.on("error", reject);
      socket.once("upgrade", ({ headers }) => {
        this.#reportSignature(headers[CLIENT_HEADER.toLowerCase()] === SIGNATURE_ACCEPTED);
      });
      socket.once("unexpected-response", (request, { statusCode = 0, headers }) => {
        const isForThisClient = this.#keys.length > 0 && headers["retry-after"] !== undefined;
        const isFailure = statusCode >= 500 || statusCode === 429;
        reject(new UpgradeError(statusCode, isFailure && !isForThisClient));
        request.destroy();
      });
    });
    // Listeners of the handshake would stay in memory with each client.
    return socket.removeAllListeners().on("error", ignoreError);
  }

  /** Logs only changes, so that a wrong key is visible and does not fill the disk. */
  #reportSignature(isAccepted: boolean): void {
    if (this.#keys.length === 0) return;
    if (!isAccepted) this.#metrics.unbelieved++;
    if (isAccepted !== this.#isAccepted) this.#log(isAccepted ? ACCEPTED_AGAIN : REJECTED);
    this.#isAccepted = isAccepted;
  }

  #headersFor(address: string): Record<string, string> {
    const [first, ...others] = this.#keys;
    if (first === undefined) return {};
    const content = { address, path: this.#to.pathname, now: Date.now() };
    return { [CLIENT_HEADER]: signClientHeader([first, ...others], content) };
  }
}
