/** One client, from its first byte to its line in the log. */

import type { Socket } from "node:net";
import { type Link, splice } from "../gateway/link.ts";
import { within } from "../patience.ts";
import { readHeader, withTls } from "./arrival.ts";
import type { BrokerSide } from "./broker-side.ts";
import type { Certificate } from "./certificate.ts";
import type { Crowd } from "./crowd.ts";
import type { Metrics, Refused } from "./metrics.ts";
import { plainAddress, type Sources } from "./sources.ts";
import { streamLink } from "./stream-link.ts";
import type { Turnstile } from "./turnstile.ts";

/** For the balancer's header, the handshake and the first byte, each. */
const DEADLINE_MS = 10_000;
/** For a turn at the broker, when many come at once. */
const TURN_MS = 30_000;
/** A client that is told to go has so long for its last words. */
const LINGER_MS = 2000;

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
  #link: Link | null = null;
  #up = 0;
  #down = 0;
  #isLeaving = false;
  #leave = () => {};
  readonly #left = new Promise<void>((resolve) => {
    this.#leave = resolve;
  });

  constructor(house: House, raw: Socket, certificate: Certificate | null) {
    this.#house = house;
    this.#raw = raw;
    // Whatever breaks is told where it is read or written.
    raw.on("error", () => {});
    this.gone = this.#serve(certificate);
  }

  /** Ends it as a server does that goes away: what it still says is carried, and it comes again by itself. */
  handOver(): void {
    this.#isLeaving = true;
    if (this.#link === null) this.#raw.destroy();
    else void this.#link.end({ code: 1001, reason: "" });
    this.#leave();
  }

  destroy(): void {
    this.#raw.destroy();
  }

  async #serve(certificate: Certificate | null): Promise<void> {
    const { metrics, log } = this.#house;
    const { remoteAddress = "", remotePort } = this.#raw;
    const peer = plainAddress(remoteAddress);
    let from = peer;
    const problem = await this.#addressOf(peer)
      .then((address) => {
        if (address !== peer) from = `${address} by ${peer}`;
        return this.#inCrowd(address, certificate);
      })
      .catch((error: Error) => error);
    this.#link?.destroy();
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
      await this.#carry(this.#counted(streamLink(socket)), address);
    } finally {
      crowd.leave(address);
    }
  }

  async #secured(certificate: Certificate) {
    try {
      const secured = await within(DEADLINE_MS, withTls(this.#raw, certificate));
      if (secured === null) throw new Error("no TLS in time");
      return secured;
    } catch (error) {
      this.#house.metrics.handshakesFailed++;
      throw error;
    }
  }

  async #carry(client: Link, address: string): Promise<void> {
    this.#link = client;
    const { broker, turnstile } = this.#house;
    const first = await within(DEADLINE_MS, client.read());
    if (first === null) throw new NotLetIn("silent", "said nothing");
    const turn = turnstile.enter(address);
    try {
      const come = turn.come.then(() => true);
      const over = client.over.then(() => false);
      if ((await within(TURN_MS, Promise.race([come, over]))) !== true) {
        throw new NotLetIn("late", "gone before its turn");
      }
      const link = await broker.dial(address);
      if (link === null) throw new NotLetIn("late", "the broker is not there");
      await this.#joined(client, this.#firstRead(link, turn.leave), first);
    } finally {
      turn.leave();
    }
  }

  async #joined(client: Link, broker: Link, first: Uint8Array): Promise<void> {
    const spliced = broker.write(first).then(() => splice(client, broker));
    const leaving = this.#left.then(() => within(LINGER_MS, spliced));
    try {
      await Promise.race([spliced, leaving]);
    } finally {
      broker.destroy();
    }
  }

  /** The broker's first bytes say that it knows the client now. */
  #firstRead(link: Link, known: () => void): Link {
    let isFirst = true;
    const read = async () => {
      const bytes = await link.read();
      known();
      if (isFirst) this.#house.metrics.answeredAfter((performance.now() - this.#begun) / 1000);
      isFirst = false;
      return bytes;
    };
    return { ...link, read };
  }

  #counted(link: Link): Link {
    const { metrics } = this.#house;
    return {
      ...link,
      read: async () => {
        const bytes = await link.read();
        this.#up += bytes?.length ?? 0;
        metrics.up += bytes?.length ?? 0;
        return bytes;
      },
      write: async (bytes) => {
        // Its half is closed: what comes now is said again where it connects next.
        if (this.#isLeaving) return;
        await link.write(bytes);
        this.#down += bytes.length;
        metrics.down += bytes.length;
      },
    };
  }
}
