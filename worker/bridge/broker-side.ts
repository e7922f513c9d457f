/** The WebSocket to the broker: who it is for is said with it, and a broker that fails is not run down. */

import { type ConnectionOptions, createSecureContext } from "node:tls";
import { type ClientOptions, WebSocket } from "ws";
import { CLIENT_HEADER, SIGNATURE_ACCEPTED, signClientHeader } from "../gateway/client-header.ts";
import { ignore } from "./arrival.ts";
import type { Metrics } from "./metrics.ts";
import { Pace } from "./pace.ts";

const HANDSHAKE_MS = 10_000;
/** Larger than any frame of the broker. */
const MOST_FRAME = 16 * 1024 * 1024;

const NOT_BELIEVED =
  "the broker does not believe this bridge, and takes it for all of its clients: are its BRIDGE_KEYS the broker's, and is its clock right?";
const AGAIN = "the broker believes this bridge again";

/** The first signs; without any the broker takes the bridge itself for every client. */
export type Keys = readonly Uint8Array[];

/** A broker that answered, and not with a WebSocket. */
class Unwelcome extends Error {
  /** False when it is about this client, and says nothing about the next one. */
  readonly isAboutAll: boolean;

  constructor(status: number, isAboutAll: boolean) {
    super(`the broker answered ${status}`);
    this.isAboutAll = isAboutAll;
  }
}

export class BrokerSide {
  readonly #to: URL;
  readonly #keys: Keys;
  readonly #metrics: Metrics;
  readonly #log: (line: string) => void;
  readonly #pace = new Pace();
  #isBelieved = true;
  /** What every connection is made with. One context of TLS for all: with its own, each weighs 19 KiB more. */
  readonly #options: ClientOptions & Pick<ConnectionOptions, "secureContext">;

  constructor(to: URL, keys: Keys, metrics: Metrics, log: (line: string) => void) {
    this.#to = to;
    this.#keys = keys;
    this.#metrics = metrics;
    this.#log = log;
    this.#options = {
      handshakeTimeout: HANDSHAKE_MS,
      maxPayload: MOST_FRAME,
      perMessageDeflate: false,
      ...(to.protocol === "wss:" && { secureContext: createSecureContext() }),
    };
  }

  /** Open, and paused; null when the broker has failed for so long, for so many, that this one had better come again. */
  async dial(address: string): Promise<WebSocket | null> {
    if (!(await this.#pace.turn())) return null;
    const begun = performance.now();
    try {
      const socket = await this.#open(address);
      this.#pace.worked();
      return socket;
    } catch (error) {
      this.#metrics.upgradesFailed++;
      if (!(error instanceof Unwelcome)) this.#pace.failed(begun, performance.now());
      else if (error.isAboutAll) this.#pace.failed(begun, performance.now());
      else this.#pace.worked();
      throw error;
    }
  }

  async #open(address: string): Promise<WebSocket> {
    const socket = new WebSocket(this.#to, "mqtt", {
      ...this.#options,
      headers: this.#introduction(address),
    });
    await new Promise<void>((resolve, reject) => {
      socket.once("open", () => {
        // Before anybody listens.
        socket.pause();
        resolve();
      });
      socket.on("error", reject);
      socket.once("upgrade", ({ headers }) =>
        this.#note(headers[CLIENT_HEADER.toLowerCase()] === SIGNATURE_ACCEPTED),
      );
      socket.once("unexpected-response", (request, { statusCode = 0, headers }) => {
        const isItsOwn = this.#keys.length > 0 && headers["retry-after"] !== undefined;
        reject(new Unwelcome(statusCode, (statusCode >= 500 || statusCode === 429) && !isItsOwn));
        request.destroy();
      });
    });
    // What only the opening needed would be kept with each client.
    return socket.removeAllListeners().on("error", ignore);
  }

  /** A line when it begins and when it ends: whoever set a wrong key reads it, and it fills no disk. */
  #note(isBelieved: boolean): void {
    if (this.#keys.length === 0) return;
    if (!isBelieved) this.#metrics.unbelieved++;
    if (isBelieved !== this.#isBelieved) this.#log(isBelieved ? AGAIN : NOT_BELIEVED);
    this.#isBelieved = isBelieved;
  }

  #introduction(address: string): Record<string, string> {
    const [first, ...others] = this.#keys;
    if (first === undefined) return {};
    const said = { address, path: this.#to.pathname, now: Date.now() };
    return { [CLIENT_HEADER]: signClientHeader([first, ...others], said) };
  }
}
