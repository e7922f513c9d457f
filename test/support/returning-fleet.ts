/** Programs that reconnect by themselves, on every way to the product, and outages that all of them have at once. */

import { rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import mqtt from "mqtt";
import type { Refusal } from "../../worker/contract/refusals.ts";
import { databasesIn, hasUsers } from "../../worker/local/migrate.ts";
import { type DeviceSetup, newDeviceSetup, PASSWORD } from "./account.ts";
import { type BridgeProcess, startBridge } from "./bridge-process.ts";
import {
  freePort,
  newStateDirectory,
  type ProductSettings,
  type RunningProduct,
  startProductProcess,
} from "./product-process.ts";
import { type Gate, openGate } from "./refusing-gate.ts";
import { mostConnections, type ReturningProgram, startReturning } from "./returning-programs.ts";
import { until } from "./until.ts";

export type WayName = "TCP" | "WebSocket" | "own address" | "bridge" | "bridge to its own address";

export interface MemberSpec {
  program: ReturningProgram;
  way: WayName;
}

/** A program that runs in an account of its own. */
export interface Member extends MemberSpec {
  setup: DeviceSetup;
  gate: Gate;
  isConnected(): Promise<boolean>;
  /** How often the product counts that it refused a CONNECT for this limit. */
  refusedFor(limit: string): Promise<number>;
}

/** What a program did in an outage. */
interface Outcome {
  connections: number;
  /** What its library's documentation allows in that time. */
  mostConnections: number;
  /** Until it was back. */
  connectionsAfter: number;
  mostConnectionsAfter: number;
}

/** Ends an outage. */
type End = () => Promise<void>;

const MINUTE = 60_000;
/** CONNECTs a minute, while it is exceeded. */
const RATE = 4;
/** A try that is under way while an outage begins or ends counts for neither side. */
const UNDER_WAY = 1;
/** The bridge tries a failing broker for one client after the other, so far apart: `MAX_INTERVAL_MS` with jitter. */
const BRIDGE_WAITS_MS = 7500;
/** Longer than the longest wait that a library reaches in these outages, on a slow machine. */
const BACK_WITHIN_MS = 120_000;

export class Fleet {
  readonly members = new Map<string, Member>();
  readonly #state = newStateDirectory();
  readonly #ends: (() => unknown)[] = [];
  #settings: ProductSettings = {};
  #product: RunningProduct | null = null;
  #rate = 0;
  #bridge: Promise<BridgeProcess> | null = null;

  static async start(specs: readonly MemberSpec[]): Promise<Fleet> {
    const fleet = new Fleet();
    fleet.#settings = { stateDirectory: fleet.#state, port: await freePort(), tcpPort: await freePort() };
    await fleet.#startProduct(0);
    for (const spec of specs) fleet.members.set(nameOf(spec), await fleet.#startMember(spec));
    return fleet;
  }

  async stop(): Promise<void> {
    for (const end of this.#ends.reverse()) await end();
    await this.#product?.stop();
    rmSync(this.#state, { recursive: true, force: true });
  }

  /** Cuts all, holds the outage for as long as `lasts`, and waits until all are back. */
  async outage(
    begin: () => Promise<End>,
    lasts: (members: readonly Member[]) => Promise<unknown>,
  ): Promise<Outcomes> {
    const members = [...this.members.values()];
    for (const { gate } of members) gate.shut();
    for (const { program, isConnected } of members) {
      await until(`the cut of ${program.name}`, async () => !(await isConnected()));
    }
    const end = await begin();
    for (const { gate } of members) gate.open();
    const startedAt = performance.now();
    await lasts(members).finally(end);
    const ms = performance.now() - startedAt;
    const before = new Map(members.map((member) => [member, member.gate.connections]));
    const outcomes: Outcomes = new Map();
    for (const member of members) {
      const { program, way, gate, isConnected } = member;
      await until(`${nameOf(member)} to be back`, isConnected, BACK_WITHIN_MS);
      const connections = before.get(member) ?? 0;
      const waits = way.startsWith("bridge") ? BRIDGE_WAITS_MS : 0;
      outcomes.set(nameOf(member), {
        connections,
        mostConnections: mostConnections(program.backOff, ms) + UNDER_WAY,
        connectionsAfter: gate.connections - connections,
        mostConnectionsAfter: mostConnections(program.backOff, waits) + UNDER_WAY,
      });
    }
    return outcomes;
  }

  /** Another client takes the only connection of each account: `MQTT_MAX_CONNECTIONS` is 1. */
  async fillAccounts(): Promise<End> {
    await this.#ensureRate(0);
    const clients = await Promise.all(
      [...this.members.values()].map(({ setup: { account } }) =>
        mqtt.connectAsync(this.#tcpAddress, {
          username: `${account.userId}/occupant`,
          password: PASSWORD,
        }),
      ),
    );
    return async () => void (await Promise.all(clients.map((client) => client.endAsync())));
  }

  /** The database fails for every search of a device's account: its table has another name. */
  async loseDatabase(): Promise<End> {
    await this.#ensureRate(0);
    const path = databasesIn(this.#state).find(hasUsers) ?? "";
    const rename = (from: string, to: string) => {
      const database = new DatabaseSync(path);
      database.exec("PRAGMA busy_timeout = 5000");
      database.exec(`ALTER TABLE ${from} RENAME TO ${to}`);
      database.close();
    };
    rename("devices", "devices_away");
    return async () => rename("devices_away", "devices");
  }

  /** The runtime is killed with all objects, and starts again. */
  async loseRuntime(): Promise<End> {
    await this.#product?.kill();
    return () => this.#startProduct(0);
  }

  /**
   * Uses up `MQTT_CONNECT_RATE` of each client, and ends when the minute of the first CONNECT is over. Begins so long
   * before that end.
   */
  async exceedRate(lengthMs = MINUTE): Promise<End> {
    await this.#ensureRate(RATE);
    let firstAt = 0;
    for (const { setup } of this.members.values()) {
      for (let n = 0; n < RATE; n++) {
        const client = await mqtt.connectAsync(this.#tcpAddress, { ...setup.login, reconnectPeriod: 0 });
        if (n === 0) firstAt = performance.now();
        await client.endAsync();
      }
    }
    const untilMs = (ms: number) => wait(Math.max(0, firstAt + ms - performance.now()));
    await untilMs(MINUTE - lengthMs);
    return () => untilMs(MINUTE);
  }

  get #tcpAddress(): string {
    return `mqtt://127.0.0.1:${this.#settings.tcpPort}`;
  }

  /** Restarts the product when it has another `MQTT_CONNECT_RATE`. */
  async #ensureRate(rate: number): Promise<void> {
    if (rate === this.#rate) return;
    await this.#product?.stop();
    await this.#startProduct(rate);
  }

  async #startProduct(rate: number): Promise<void> {
    this.#rate = rate;
    const variables = ["MQTT_MAX_CONNECTIONS:1", `MQTT_CONNECT_RATE:${rate}`];
    this.#product = await startProductProcess({ ...this.#settings, variables });
  }

  async #startMember(spec: MemberSpec): Promise<Member> {
    const { program, way } = spec;
    const setup = await newDeviceSetup(`http://127.0.0.1:${this.#settings.port}`);
    const { account, device, login } = setup;
    await account.newCredential("occupant", []);
    const gate = await openGate(await this.#portOf(way, account.userId));
    this.#ends.push(gate.close);
    const { clientId, username = "", password = "" } = login;
    const place = {
      port: gate.port,
      path: way === "own address" ? `/mqtt/${account.userId}` : "/mqtt",
      topic: `${account.userId}/workshop/lamp`,
    };
    this.#ends.push(await startReturning(program, { ...place, clientId, username, password }));
    const isConnected = async () => (await account.device(device.id)).connected;
    await until(`${nameOf(spec)} to connect`, isConnected);
    const refusedFor = async (limit: string) => {
      const rows = await account.call<Refusal[]>("GET", "/v0/mqtt/log/");
      const ofLimit = rows.filter(({ remedy }) => remedy?.kind === "limit" && remedy.limit === limit);
      return ofLimit.reduce((sum, { count }) => sum + count, 0);
    };
    return { ...spec, setup, gate, isConnected, refusedFor };
  }

  async #portOf(way: WayName, userId: string): Promise<number> {
    const { port = 0, tcpPort = 0 } = this.#settings;
    if (way === "TCP") return tcpPort;
    if (way === "WebSocket" || way === "own address") return port;
    const to = `ws://127.0.0.1:${port}/mqtt`;
    if (way === "bridge") this.#bridge ??= this.#startBridge(to);
    const bridge = (way === "bridge" && this.#bridge) || this.#startBridge(`${to}/${userId}`);
    return (await bridge).ports[0] ?? 0;
  }

  async #startBridge(to: string): Promise<BridgeProcess> {
    const bridge = await startBridge(["--to", to, "--listen", "127.0.0.1:any", "--drain", "0"]);
    this.#ends.push(bridge.stop);
    return bridge;
  }
}

export type Outcomes = Map<string, Outcome>;

export const nameOf = ({ program, way }: MemberSpec): string => `${program.name}, ${way}`;
