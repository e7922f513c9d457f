/** The product in its own processes, with the faults that the user asked for. */

import type { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { inRoot, root } from "../paths.ts";
import { canListen, freePort, LOOPBACK } from "../port.ts";
import { type ProcessGroup, startGroup } from "../process-group.ts";
import { startTcpProxy, type TcpProxy } from "../tcp-proxy.ts";
import { UserError } from "../user-error.ts";
import type { EphemeralOptions } from "./options.ts";
import { READY } from "./product.ts";

const WITHIN_MS = 10_000;
/** Of HTTP; the path of MQTT over WebSockets begins with /mqtt. */
const API_CALL = /^[A-Z]+ (?!\/mqtt\b)/;

/**
 * Returns after how many milliseconds a connection is cut, or null for never. `first` are its first bytes, `random`
 * returns numbers below 1.
 */
export function cutAfterMs(first: Buffer, share: number, random: () => number): number | null {
  if (API_CALL.test(first.subarray(0, 64).toString("latin1"))) return null;
  return random() < share ? random() * WITHIN_MS : null;
}

/** Cuts a share of the connections of a proxy. */
class RandomCuts {
  count = 0;
  readonly #share: number;

  constructor(share: number) {
    this.#share = share;
  }

  readonly onConnection = (near: Socket): void => {
    near.once("data", (first) => {
      const after = cutAfterMs(first, this.#share, Math.random);
      if (after === null) return;
      const timer = setTimeout(() => {
        this.count++;
        near.resetAndDestroy();
      }, after);
      near.once("close", () => clearTimeout(timer));
    });
  };
}

/** The end of the broker's log in a failure. Characters. */
const LOG_SHOWN = 2000;

export interface BrokerPlace {
  stateDirectory: string;
  /** For temporary files of the runtime. */
  temporaryDirectory: string;
  /** Ends the first start. */
  abort: AbortSignal;
  /** Receives the leader of each process group before it is ready. */
  onStart(pid: number): void;
  onOutput(text: string): void;
}

export class EphemeralBroker {
  readonly port: number;
  readonly mqttPort: number;
  restarts = 0;
  readonly #options: EphemeralOptions;
  readonly #place: BrokerPlace;
  readonly #cuts: RandomCuts | null;
  #group: ProcessGroup | null = null;
  #proxies: TcpProxy[] = [];
  /** Of the product: behind the proxies if connections are cut. */
  #inner = { port: 0, mqttPort: 0 };
  readonly #stopping = new AbortController();
  #starting: Promise<void> = Promise.resolve();

  private constructor(options: EphemeralOptions, place: BrokerPlace, port: number, mqttPort: number) {
    this.#options = options;
    this.#place = place;
    this.port = port;
    this.mqttPort = mqttPort;
    this.#cuts = options.cutShare === null ? null : new RandomCuts(options.cutShare);
  }

  /** Starts the product and waits until it is ready. */
  static async start(options: EphemeralOptions, place: BrokerPlace): Promise<EphemeralBroker> {
    const port = await portFor("--port", options.port);
    const mqttPort = await portFor("--mqtt-port", options.mqttPort);
    const broker = new EphemeralBroker(options, place, port, mqttPort);
    const stop = () => void broker.stop();
    place.abort.addEventListener("abort", stop);
    if (place.abort.aborted) stop();
    try {
      await broker.#openProxies();
      await broker.#startProduct();
    } catch (error) {
      await broker.stop();
      throw error;
    } finally {
      place.abort.removeEventListener("abort", stop);
    }
    return broker;
  }

  get url(): string {
    return `http://${LOOPBACK}:${this.port}`;
  }

  get cuts(): number {
    return this.#cuts?.count ?? 0;
  }

  /** Resolves with the reason if the product ends by itself; until then kills and restarts it as requested. */
  async failure(): Promise<string> {
    for (;;) {
      const group = this.#group;
      if (group === null) return "It did not start.";
      const restart =
        this.#options.restartMs === null ? [] : [pause(this.#options.restartMs, "restart", { ref: false })];
      const event = await Promise.race([group.ended.then(() => "ended"), ...restart]);
      if (this.#stopping.signal.aborted) return new Promise(() => {});
      if (event === "ended") return group.log().trim().slice(-LOG_SHOWN);
      await group.kill();
      if (this.#stopping.signal.aborted) return new Promise(() => {});
      await this.#startProduct().catch((error: Error) => {
        if (!this.#stopping.signal.aborted) throw error;
      });
      this.restarts++;
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const proxy of this.#proxies) proxy.close();
    // A restart may be in progress.
    await this.#starting.catch(() => {});
    await this.#group?.stop();
  }

  async #openProxies(): Promise<void> {
    const { port, mqttPort } = this;
    const cuts = this.#cuts;
    if (cuts === null) {
      this.#inner = { port, mqttPort };
      return;
    }
    this.#inner = { port: await freePort(), mqttPort: await freePort() };
    const { onConnection } = cuts;
    this.#proxies = [
      await startTcpProxy(this.#inner.port, { port, onConnection }),
      await startTcpProxy(this.#inner.mqttPort, { port: mqttPort, onConnection }),
    ];
  }

  #startProduct(): Promise<void> {
    this.#starting = this.#startGroup();
    return this.#starting;
  }

  async #startGroup(): Promise<void> {
    const { napMs } = this.#options;
    const { stateDirectory, temporaryDirectory, onStart, onOutput } = this.#place;
    // The addresses in answers of the API.
    const variables = ["THROTTLE:off", `APP_URL:${this.url}`, `MQTT_TCP_PORT:${this.mqttPort}`];
    this.#group = await startGroup({
      command: process.execPath,
      args: [
        "--no-warnings",
        inRoot("worker/local/run.mjs"),
        "worker/local/ephemeral/product.ts",
        ...variables.flatMap((text) => ["--var", text]),
        ...(napMs === null ? [] : ["--nap", String(napMs)]),
      ],
      cwd: root,
      env: {
        ...process.env,
        PORT: String(this.#inner.port),
        MQTT_TCP_PORT: String(this.#inner.mqttPort),
        STATE_DIR: stateDirectory,
        TMPDIR: temporaryDirectory,
        XDG_CONFIG_HOME: temporaryDirectory,
      },
      ready: READY,
      onStart,
      onOutput,
      abort: this.#stopping.signal,
    });
  }
}

async function portFor(option: string, wanted: number | null): Promise<number> {
  if (wanted === null) return freePort();
  if (await canListen(wanted, LOOPBACK)) return wanted;
  throw new UserError(`Port ${wanted} is in use: stop what listens there, or leave out ${option}.`);
}
