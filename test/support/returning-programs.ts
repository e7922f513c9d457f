/** Programs whose library reconnects by itself, as their makers write them. */

import { execFile, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { inRoot } from "../../worker/local/paths.ts";

const run = promisify(execFile);
const file = (name: string): string => inRoot(`test/support/returning/${name}`);

interface Place {
  port: number;
  /** Of the WebSocket. */
  path: string;
  clientId: string;
  username: string;
  password: string;
  /** A topic that it may read. */
  topic: string;
}

/** How long a library waits between its tries, by its documentation. Milliseconds. */
export interface BackOff {
  first: number;
  /** What each wait is multiplied by for the next one. */
  factor: number;
  longest: number;
  /** Of one try. Default: 1. */
  connections?: number;
}

export interface ReturningProgram {
  name: string;
  transport: "tcp" | "ws";
  backOff: BackOff;
  /** Why it cannot run here; null where it can. */
  missing(): string | null;
  command(place: Place, folder: string): Promise<string[]> | string[];
}

const argumentsOf = ({ port, clientId, username, password }: Place) => [
  "127.0.0.1",
  String(port),
  clientId,
  username,
  password,
];

const every = (first: number): BackOff => ({ first, factor: 1, longest: first });
const doubling = (first: number, longest: number): BackOff => ({ first, factor: 2, longest });

/** The most connections that a client opens within this time: those of a try at once, and of one after each wait. */
export function mostConnections({ first, factor, longest, connections = 1 }: BackOff, ms: number): number {
  let tries = 1;
  for (let [at, wait] = [first, first]; at <= ms; at += wait) {
    tries++;
    wait = Math.min(wait * factor, longest);
  }
  return tries * connections;
}

/** A Python with packages that Debian does not have. */
const PYTHON = process.env.TEST_PYTHON ?? "/usr/bin/python3";

const needs = (path: string, packages: string) => () => (existsSync(path) ? null : packages);

const mqttJs = (transport: "tcp" | "ws", version: 4 | 5): ReturningProgram => ({
  name: `MQTT.js, ${transport === "ws" ? "WebSocket" : "TCP"}, level ${version}`,
  transport,
  // `reconnectPeriod`
  backOff: every(1000),
  missing: () => null,
  command: (place) => [
    process.execPath,
    file("mqtt-js.mjs"),
    ...argumentsOf(place),
    transport === "ws" ? place.path : "",
    String(version),
  ],
});

const JARS = ["mqtt-client", "hawtbuf", "hawtdispatch", "hawtdispatch-transport"].map(
  (name) => `/usr/share/java/${name}.jar`,
);

export const MQTT_JS: readonly ReturningProgram[] = [
  mqttJs("tcp", 4),
  mqttJs("tcp", 5),
  mqttJs("ws", 4),
  mqttJs("ws", 5),
];

export const RETURNING_PROGRAMS: readonly ReturningProgram[] = [
  ...MQTT_JS,
  {
    name: "paho-mqtt",
    transport: "tcp",
    // `reconnect_delay_set`
    backOff: doubling(1000, 120_000),
    missing: needs("/usr/lib/python3/dist-packages/paho/mqtt/client.py", "python3-paho-mqtt"),
    command: (place) => ["/usr/bin/python3", file("paho_program.py"), ...argumentsOf(place)],
  },
  {
    name: "aiomqtt",
    transport: "tcp",
    // the program's own wait
    backOff: every(1000),
    missing: () =>
      spawnSync(PYTHON, ["-c", "import aiomqtt"]).status === 0 ? null : "aiomqtt of PyPI, in TEST_PYTHON",
    command: (place) => [PYTHON, file("aiomqtt_program.py"), ...argumentsOf(place)],
  },
  {
    name: "libmosquitto",
    transport: "tcp",
    // `mosquitto_loop_forever`
    backOff: every(1000),
    missing: needs("/usr/bin/mosquitto_sub", "mosquitto-clients"),
    command: ({ port, clientId, username, password, topic }) => [
      "mosquitto_sub",
      "-h",
      "127.0.0.1",
      "-p",
      String(port),
      "-V",
      "mqttv5",
      "-i",
      clientId,
      "-u",
      username,
      "-P",
      password,
      "-t",
      topic,
    ],
  },
  {
    name: "Paho C",
    transport: "tcp",
    // `minRetryInterval`, `maxRetryInterval`; `MQTTVERSION_DEFAULT` tries 3.1.1, and at once 3.1
    backOff: { ...doubling(1000, 60_000), connections: 2 },
    missing: needs("/usr/include/MQTTAsync.h", "libpaho-mqtt-dev g++"),
    command: async (place, folder) => {
      const program = join(folder, "paho");
      await run("gcc", [file("paho.c"), "-o", program, "-lpaho-mqtt3a"]);
      return [program, ...argumentsOf(place)];
    },
  },
  {
    name: "FuseSource",
    transport: "tcp",
    // `setReconnectDelay`, `setReconnectDelayMax`, `setReconnectBackOffMultiplier`
    backOff: doubling(10, 30_000),
    missing: () =>
      JARS.every(existsSync) && existsSync("/usr/bin/javac")
        ? null
        : "libmqtt-client-java default-jdk-headless",
    command: async (place, folder) => {
      const path = JARS.join(":");
      await run("javac", ["-cp", path, "-d", folder, file("FuseSource.java")]);
      return ["java", "-cp", `${path}:${folder}`, "FuseSource", ...argumentsOf(place)];
    },
  },
  {
    name: "u8-mqtt",
    transport: "tcp",
    // `with_autoreconnect`
    backOff: every(2000),
    missing: () => null,
    command: (place) => [process.execPath, file("u8.mjs"), ...argumentsOf(place)],
  },
];

/** Starts it. Returns the function that ends it. */
export async function startReturning(program: ReturningProgram, place: Place): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "switchyard-returning-"));
  const [command = "", ...args] = await program.command(place, folder);
  const child = spawn(command, args, { stdio: "ignore" });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  return async () => {
    child.kill("SIGKILL");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
}
