/** One client, from its first byte to its line in the log. */

import type { Socket } from "node:net";
import type { WebSocket } from "ws";
import { within } from "../patience.ts";
import { ignore, readHeader, speaks, unlessClosed, withTls } from "./arrival.ts";
import type { BrokerSide } from "./broker-side.ts";
import type { Certificate } from "./certificate.ts";
import type { Crowd } from "./crowd.ts";
import { Joint } from "./joint.ts";
import type { Metrics, Refused } from "./metrics.ts";
import { plainAddress, type Sources } from "./sources.ts";
import type { Turn, Turnstile } from "./turnstile.ts";

/** For the balancer's header, the handshake and the first byte, each. */
const DEADLINE_MS = 10_000;
/** For a turn at the broker, when many come at once. */
const TURN_MS = 30_000;

export interface House {
  broker: BrokerSide;
  turnstile: Turnstile;
  crowd: Crowd;
  balancers: Sources | null;
  metrics: Metrics;
  log(line: string): void;
}

/** Why it never became a client of the broker. */
class NotLetIn extends Error {
  readonly reason: Refused;

  constructor(reason: Refused, words: string) {
    super(words);
    this.reason = reason;
  }
}

export class Client {
  readonly gone: Promise<void>;
  readonly #house: House;
  readonly #raw: Socket;
  readonly #begun = performance.now();
  #turn: Turn | null = null;
  #joint: Joint | null = null;
  #up = 0;
  #down = 0;

  constructor(house: House, raw: Socket, certificate: Certificate | null) {
    this.#house = house;
    this.#raw = raw;
    // Whatever breaks is told where it is read or written.
    raw.on("error", ignore);
    this.gone = this.#serve(certificate);
  }

  /** Ends it as a server does that goes away: what it still says is carried, and it comes again by itself. */
  handOver(): void {
    if (this.#joint === null) this.#raw.destroy();
    else this.#joint.handOver();
  }

  destroy(): void {
    this.#raw.destroy();
  }

  up(bytes: number): void {
    this.#up += bytes;
    this.#house.metrics.up += bytes;
  }

  down(bytes: number): void {
    if (this.#turn !== null) this.#isKnown(this.#turn);
    this.#down += bytes;
    this.#house.metrics.down += bytes;
  }

  async #serve(certificate: Certificate | null): Promise<void> {
    const { metrics, log } = this.#house;
    const { remoteAddress = "", remotePort } = this.#raw;
    const peer = plainAddress(remoteAddress);
    let from = peer;
    let problem: Error | null = null;
    try {
      const address = await this.#addressOf(peer);
      if (address !== peer) from = `${address} by ${peer}`;
      await this.#inCrowd(address, certificate);
    } catch (error) {
      problem = error as Error;
    }
    this.#raw.destroy();
    if (problem instanceof NotLetIn) metrics.refused(problem.reason);
    // Who keeps knocking where all places are taken fills no disk.
    if (problem instanceof NotLetIn && problem.reason === "address") return;
    const seconds = ((performance.now() - this.#begun) / 1000).toFixed(1);
    const said = `${seconds} s, ${this.#up} bytes up, ${this.#down} down`;
    log(`${from}:${remotePort} ${said}${problem ? `: ${problem.message}` : ""}`);
  }

  async #addressOf(peer: string): Promise<string> {
    if (!this.#house.balancers?.(peer)) return peer;
    const said = await within(
      DEADLINE_MS,
      readHeader(this.#raw).then((told) => ({ told })),
    );
    if (said === null || said.told === "malformed") throw new NotLetIn("proxy", "no PROXY header");
    return said.told === null ? peer : plainAddress(said.told);
  }

  async #inCrowd(address: string, certificate: Certificate | null): Promise<void> {
    const { crowd } = this.#house;
    if (!crowd.enter(address)) throw new NotLetIn("address", "too many of its address");
    try {
      const socket = certificate === null ? this.#raw : await this.#secured(certificate);
      const broker = await this.#dialled(socket, address);
      // All that waits for as long as the client is here.
      await new Promise<void>((done) => {
        this.#joint = new Joint(socket, broker, this, done);
      });
    } finally {
      this.#turn?.leave();
      crowd.leave(address);
    }
  }

  async #secured(certificate: Certificate): Promise<Socket> {
    try {
      const secured = await within(DEADLINE_MS, withTls(this.#raw, certificate));
      if (secured === null) throw new Error("no TLS in time");
      return secured;
    } catch (error) {
      this.#house.metrics.handshakesFailed++;
      throw error;
    }
  }

  /** The broker, when the client has said something and its turn has come. */
  async #dialled(socket: Socket, address: string): Promise<WebSocket> {
    const { broker, turnstile } = this.#house;
    if (!(await within(DEADLINE_MS, speaks(socket)))) throw new NotLetIn("silent", "said nothing");
    this.#turn = turnstile.enter(address);
    const come = await within(TURN_MS, unlessClosed(socket, this.#turn.come));
    if (come !== true) throw new NotLetIn("late", "gone before its turn");
    const webSocket = await broker.dial(address);
    if (webSocket === null) throw new NotLetIn("late", "the broker is not there");
    if (!socket.destroyed) return webSocket;
    webSocket.terminate();
    throw new Error("gone before the broker came");
  }

  /** The broker's first bytes say so. */
  #isKnown(turn: Turn): void {
    turn.leave();
    this.#turn = null;
    this.#house.metrics.answeredAfter((performance.now() - this.#begun) / 1000);
  }
}
