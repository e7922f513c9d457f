/** One client of the bridge, from its first byte to its line in the log. */

import type { Socket } from "node:net";
import type { WebSocket } from "ws";
import type { AddressCounter } from "../address-counter.ts";
import { within } from "../patience.ts";
import { addressKey } from "../throttle/address.ts";
import type { BrokerConnector } from "./broker-connector.ts";
import type { Certificates } from "./certificates.ts";
import type { ConnectQueue, QueueSlot } from "./connect-queue.ts";
import { acceptTls, ignoreError, readProxyAddress, unlessClosed, waitForData } from "./handshake.ts";
import type { Metrics, RefusalReason } from "./metrics.ts";
import { type AddressMatcher, plainAddress } from "./options.ts";
import { Relay } from "./relay.ts";

/** For the PROXY header, the TLS handshake and the first byte, each. */
const STEP_MS = 10_000;
/** For a slot of the connect queue. */
const QUEUE_MS = 30_000;

export interface BridgeContext {
  broker: BrokerConnector;
  queue: ConnectQueue;
  addresses: AddressCounter;
  /** Simultaneous connections of one address. */
  perAddress: number;
  balancers: AddressMatcher | null;
  metrics: Metrics;
  log(line: string): void;
}

class RefusedError extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, text: string) {
    super(text);
    this.reason = reason;
  }
}

export class BridgeClient {
  readonly closed: Promise<void>;
  readonly #context: BridgeContext;
  readonly #raw: Socket;
  readonly #startedAt = performance.now();
  #slot: QueueSlot | null = null;
  #relay: Relay | null = null;
  #bytesUp = 0;
  #bytesDown = 0;

  constructor(context: BridgeContext, raw: Socket, certificates: Certificates | null) {
    this.#context = context;
    this.#raw = raw;
    // Reading and writing report the same error.
    raw.on("error", ignoreError);
    this.closed = this.#serve(certificates);
  }

  /** As a server that shuts down: the client's last bytes are carried, and it reconnects. */
  endGracefully(): void {
    if (this.#relay === null) this.#raw.destroy();
    else this.#relay.endGracefully();
  }

  destroy(): void {
    this.#raw.destroy();
  }

  countUp(bytes: number): void {
    this.#bytesUp += bytes;
    this.#context.metrics.up += bytes;
  }

  countDown(bytes: number): void {
    if (this.#slot !== null) this.#onFirstByte(this.#slot);
    this.#bytesDown += bytes;
    this.#context.metrics.down += bytes;
  }

  async #serve(certificates: Certificates | null): Promise<void> {
    const { metrics, log } = this.#context;
    const { remoteAddress = "", remotePort } = this.#raw;
    const peer = plainAddress(remoteAddress);
    let from = peer;
    let problem: Error | null = null;
    try {
      const address = await this.#clientAddress(peer);
      if (address !== peer) from = `${address} by ${peer}`;
      await this.#connectAndRelay(address, certificates);
    } catch (error) {
      problem = error as Error;
    }
    this.#raw.destroy();
    if (problem instanceof RefusedError) metrics.countRefused(problem.reason);
    // Not logged, so that a client that reconnects at its limit does not fill the disk.
    if (problem instanceof RefusedError && problem.reason === "address") return;
    const seconds = ((performance.now() - this.#startedAt) / 1000).toFixed(1);
    const summary = `${seconds} s, ${this.#bytesUp} bytes up, ${this.#bytesDown} down`;
    log(`${from}:${remotePort} ${summary}${problem ? `: ${problem.message}` : ""}`);
  }

  async #clientAddress(peer: string): Promise<string> {
    if (!this.#context.balancers?.(peer)) return peer;
    const header = await within(
      STEP_MS,
      readProxyAddress(this.#raw).then((address) => ({ address })),
    );
    if (header === null || header.address === "malformed") throw new RefusedError("proxy", "no PROXY header");
    return header.address === null ? peer : plainAddress(header.address);
  }

  async #connectAndRelay(address: string, certificates: Certificates | null): Promise<void> {
    const { addresses, perAddress } = this.#context;
    const key = addressKey(address);
    if (!addresses.add(key, perAddress)) throw new RefusedError("address", "too many of its address");
    try {
      const socket = certificates === null ? this.#raw : await this.#acceptTls(certificates);
      const broker = await this.#connectBroker(socket, address);
      // The only promise that lives as long as the client.
      await new Promise<void>((done) => {
        this.#relay = new Relay(socket, broker, this, done);
      });
    } finally {
      this.#slot?.release();
      addresses.remove(key);
    }
  }

  async #acceptTls(certificates: Certificates): Promise<Socket> {
    try {
      const secure = await within(STEP_MS, acceptTls(this.#raw, certificates));
      if (secure === null) throw new Error("no TLS in time");
      return secure;
    } catch (error) {
      this.#context.metrics.handshakesFailed++;
      throw error;
    }
  }

  /** Returns the broker's WebSocket, after the client's first byte and a slot of the connect queue. */
  async #connectBroker(socket: Socket, address: string): Promise<WebSocket> {
    const { broker, queue } = this.#context;
    if (!(await within(STEP_MS, waitForData(socket)))) throw new RefusedError("silent", "said nothing");
    this.#slot = queue.add(address);
    const isReady = await within(QUEUE_MS, unlessClosed(socket, this.#slot.ready));
    if (isReady !== true) throw new RefusedError("late", "gone before its turn");
    const webSocket = await broker.connect(address);
    if (webSocket === null) throw new RefusedError("late", "the broker is not there");
    if (!socket.destroyed) return webSocket;
    webSocket.terminate();
    throw new Error("gone before the broker came");
  }

  /** The broker's first bytes are the CONNACK, so the next client may connect. */
  #onFirstByte(slot: QueueSlot): void {
    slot.release();
    this.#slot = null;
    this.#context.metrics.observeFirstByte((performance.now() - this.#startedAt) / 1000);
  }
}
