/** Stock devices: MQTT.js as a library and as a command line, and Paho, each run as its users run it. */

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import mqtt from "mqtt";
import type { Login } from "./account.ts";
import type { Version } from "./packet-bytes.ts";
import { until } from "./until.ts";

interface ReceivedMessage {
  topic: string;
  payload: string;
}

export interface RunningDevice {
  heard: ReceivedMessage[];
  untilHeard(count: number): Promise<void>;
  /** Ends it without a DISCONNECT. */
  kill(): Promise<void>;
}

/** A device in its own process. */
export interface DeviceProcess extends RunningDevice {
  /** Stops the process: its connection stays open, without any packet. */
  freeze(): void;
}

export interface DeviceLogin {
  baseUrl: string;
  userId: string;
  version: Version;
  login: Login;
  /** Another address than the account's: `ws://host/mqtt`, `mqtt://host:1883`. */
  address?: string;
  /** PEM of the authorities for a `mqtts://` address. */
  caFile?: string;
  /** The topic that it subscribes to, as in the documentation. */
  topic: string;
  /** Seconds. Default: the library's own. */
  keepAlive?: number;
}

export type StartDevice = (place: DeviceLogin) => Promise<RunningDevice>;

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const brokerPath = (userId: string): string => `/mqtt/${userId}`;
export const brokerUrl = (baseUrl: string, userId: string): string =>
  baseUrl.replace(/^http/, "ws") + brokerPath(userId);

const addressOf = ({ address, baseUrl, userId }: DeviceLogin): URL =>
  new URL(address ?? brokerUrl(baseUrl, userId));

const waiter = (heard: ReceivedMessage[], said: () => string) => async (count: number) => {
  await until(`message ${count}`, () => heard.length >= count).catch((error: Error) => {
    throw new Error(`${error.message} ${said()}`);
  });
};

/** Starts a device in its own process. `read` parses a line of its output, or returns null. */
function processDevice(
  command: string,
  args: string[],
  read: (line: string) => ReceivedMessage | null,
): DeviceProcess {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  const heard: ReceivedMessage[] = [];
  let said = "";
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  child.stderr.on("data", (chunk: Buffer) => {
    said += chunk.toString("utf8");
  });
  createInterface({ input: child.stdout }).on("line", (line) => {
    said += `${line}\n`;
    const message = read(line);
    if (message !== null) heard.push(message);
  });
  return {
    heard,
    untilHeard: waiter(heard, () => said),
    freeze: () => {
      child.kill("SIGSTOP");
    },
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

const protocolId = (version: Version) => (version === 3 ? "MQIsdp" : "MQTT");

/** `mqtt sub`, MQTT.js's own command, which passes unknown options on to the library. */
export const mqttCommand = async ({
  version,
  login,
  topic,
  ...place
}: DeviceLogin): Promise<DeviceProcess> => {
  const { hostname, port, protocol, pathname } = addressOf({ version, login, topic, ...place });
  const known = {
    hostname,
    port,
    protocol: protocol.slice(0, -1),
    ...(protocol === "mqtt:" ? {} : { path: pathname }),
    protocolVersion: String(version),
    protocolId: protocolId(version),
  };
  const alive = place.keepAlive === undefined ? {} : { keepalive: String(place.keepAlive) };
  const options = { ...known, ...alive, ...login, topic, qos: "1" };
  const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  return processDevice(
    process.execPath,
    [file("../../node_modules/mqtt/build/bin/mqtt.js"), "subscribe", "-v", ...args],
    (line) => {
      const space = line.indexOf(" ");
      return space < 0 ? null : { topic: line.slice(0, space), payload: line.slice(space + 1) };
    },
  );
};

/** Debian's Paho in Debian's Python. Another Python in PATH may not have it. */
export const paho: StartDevice = async (place) => {
  const { version, login, topic } = place;
  const { hostname, port, protocol, pathname } = addressOf(place);
  const { clientId, username = "", password = "" } = login;
  const args = [
    hostname,
    port,
    // TCP has no path.
    /^mqtts?:$/.test(protocol) ? "" : pathname,
    String(version),
    clientId,
    username,
    password,
    topic,
    "1",
    place.caFile ?? "",
  ];
  return processDevice("/usr/bin/python3", [file("./paho_device.py"), ...args], (line) => {
    const event = JSON.parse(line) as { event: string } & ReceivedMessage;
    return event.event === "message" ? { topic: event.topic, payload: event.payload } : null;
  });
};

/** MQTT.js as a library, without its automatic reconnect. */
export async function mqttLibrary(place: DeviceLogin): Promise<RunningDevice & { client: mqtt.MqttClient }> {
  const client = await mqtt.connectAsync(addressOf(place).href, {
    ...place.login,
    protocolVersion: place.version,
    protocolId: protocolId(place.version),
    reconnectPeriod: 0,
  });
  const heard: ReceivedMessage[] = [];
  client.on("message", (topic, payload) => heard.push({ topic, payload: payload.toString("utf8") }));
  if (place.topic !== "") await client.subscribeAsync(place.topic, { qos: 1 });
  return {
    client,
    heard,
    untilHeard: waiter(heard, () => ""),
    kill: async () => {
      client.stream.destroy();
      await client.endAsync(true);
    },
  };
}
