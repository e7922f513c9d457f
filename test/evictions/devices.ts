/** Devices as stock clients with kept sessions, which reconnect by themselves: MQTT.js, Paho and Mosquitto's. */

import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import mqtt from "mqtt";
import { mosquittoPub } from "../support/mosquitto.ts";
import { until } from "../support/until.ts";
import type { Acknowledged, DeviceRecord } from "./verdict.ts";

/** Seconds between two messages of one device: few, for an hour on a machine that others use. */
const PUBLISH_EVERY = 3;

interface Place {
  port: number;
  /** For a program that connects, publishes and ends: its connections end without being lost. */
  directPort: number;
  /** Of the WebSocket; not used over TCP. */
  path: string;
  /** An API key, with which a login needs no more than a client id. */
  key: string;
  /** The topics of the other devices. */
  others: readonly string[];
  acknowledged: Acknowledged[];
}

export interface RunningDevice {
  /** Stops publishing, and goes on reading. */
  quiet(): void;
  stop(): void;
}

export type StartDevice = (record: DeviceRecord, place: Place) => Promise<RunningDevice>;

function connected(record: DeviceRecord): void {
  if (record.lostAt !== null) record.away.push(Date.now() - record.lostAt);
  record.lostAt = null;
}

/** Publishes in turn to the other devices, until `stop` is called. */
function publishInTurn(others: readonly string[], publish: (topic: string, count: number) => void) {
  let count = Math.floor(Math.random() * others.length);
  const timer = setInterval(
    () => publish(others[count % others.length] ?? "", ++count),
    PUBLISH_EVERY * 1000,
  );
  return () => clearInterval(timer);
}

export const startMqttJs: StartDevice = async (record, { port, path, key, others, acknowledged }) => {
  const clientId = `${key}__${record.name}`;
  const client = mqtt.connect(`ws://127.0.0.1:${port}${path}`, { clientId, clean: false });
  client.on("error", () => {});
  client.on("connect", () => connected(record));
  client.on("message", (_topic, payload) => record.received.add(payload.toString()));
  await client.subscribeAsync(record.topic, { qos: 1 });
  const quiet = publishInTurn(others, (topic, count) => {
    const id = `${record.name}-${count}`;
    client.publish(topic, id, { qos: 1 }, (error) => {
      if (error === undefined || error === null) acknowledged.push({ id, topic });
    });
  });
  return { quiet, stop: () => void client.end(true) };
};

/** Programs that run. They end with this process, also when it dies by an exception. */
const children = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of children) child.kill("SIGKILL");
});

/** Starts a program and passes each line of its output to `read`. */
function startReading(command: string, args: string[], read: (line: string) => void) {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"] });
  children.add(child);
  child.once("close", () => children.delete(child));
  createInterface({ input: child.stdout }).on("line", read);
  return child;
}

export const startPaho: StartDevice = async (record, { port, path, key, others, acknowledged }) => {
  const program = join(import.meta.dirname, "paho_device.py");
  const own = [String(port), path, `${key}__${record.name}`, record.topic, String(PUBLISH_EVERY)];
  let isSubscribed = false;
  let isQuiet = false;
  const child = startReading("/usr/bin/python3", [program, ...own, ...others], (line) => {
    const {
      event,
      code,
      id = "",
      topic = "",
    } = JSON.parse(line) as Record<string, string> & { code: number };
    if (event === "connected" && code === 0) connected(record);
    if (event === "subscribed") isSubscribed = true;
    if (event === "message") record.received.add(id);
    if (event === "acknowledged" && !isQuiet) acknowledged.push({ id, topic });
  });
  await until(`the subscription of ${record.name}`, () => isSubscribed);
  return {
    quiet: () => {
      isQuiet = true;
    },
    stop: () => void child.kill("SIGKILL"),
  };
};

/** Before each payload in the output of mosquitto_sub. */
const MESSAGE = "message ";

/** mosquitto_sub reads; mosquitto_pub publishes once per run, whose code 0 is the acknowledgement. */
export const startMosquitto: StartDevice = async (record, place) => {
  const { port, directPort, key, others, acknowledged } = place;
  const clientId = `${key}__${record.name}`;
  const where = ["-h", "127.0.0.1", "-p", String(port)];
  // -d prints CONNACK and SUBACK; without a buffer, because a pipe would hold the output back
  const args = [
    "-oL",
    "mosquitto_sub",
    ...where,
    "-d",
    "-c",
    "-q",
    "1",
    "-i",
    clientId,
    "-F",
    `${MESSAGE}%p`,
  ];
  let isSubscribed = false;
  const child = startReading("stdbuf", [...args, "-t", record.topic], (line) => {
    if (line.endsWith("received CONNACK (0)")) connected(record);
    if (line.startsWith("Subscribed (mid")) isSubscribed = true;
    if (line.startsWith(MESSAGE)) record.received.add(line.slice(MESSAGE.length));
  });
  await until(`the subscription of ${record.name}`, () => isSubscribed);
  const quiet = publishInTurn(others, (topic, count) => {
    const id = `${record.name}-${count}`;
    const login = { clientId: `${clientId}-pub` };
    void mosquittoPub({ port: directPort, version: 4, login, topic, more: ["-q", "1"] }, id).then(
      ({ code, said }) => {
        // it prints a line about a lost connection
        if (code === 0 && said === "") acknowledged.push({ id, topic });
      },
    );
  });
  return { quiet, stop: () => void child.kill("SIGKILL") };
};
