/** Opens the WebSockets to the broker: signs each client's address, and slows down while the broker fails. */

import { type ConnectionOptions, createSecureContext } from "node:tls";
import { type ClientOptions, WebSocket } from "ws";
import { CLIENT_HEADER, SIGNATURE_ACCEPTED, signClientHeader } from "../gateway/client-header.ts";
import { Backoff } from "./backoff.ts";
import { ignoreError } from "./handshake.ts";
import type { Metrics } from "./metrics.ts";

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
