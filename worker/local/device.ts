import { parseArgs } from "node:util";
import mqtt from "mqtt";
import { deviceUsername, isUuid } from "../../broker/contract/client.ts";
import { parseControl } from "../../broker/contract/control.ts";
import { controlledDevice, telemetryTopic } from "../../broker/contract/topics.ts";
import { stopSignal } from "./stop-signal.ts";
import { asUserError, UserError } from "./user-error.ts";

export const HELP = `npm run device -- --id DEVICE_ID --user USER_NAME --password PASSWORD [options]

A simulated device: it connects, prints its messages, and shows its LED.

  --url URL    the broker (ws://localhost:8787/mqtt)
  --frozen     stay connected, but process no messages, like a device that hangs
  --telemetry  publish a temperature every five seconds; needs --url ws://localhost:8787/mqtt/USER_ID`;

const [text, flag] = [{ type: "string" }, { type: "boolean" }] as const;
const OPTIONS = { id: text, user: text, password: text, url: text, frozen: flag, telemetry: flag } as const;

const PUBLISH_EVERY_MS = 5_000;
const ROOM_TEMPERATURE = 21;

interface Options {
  id: string;
  user: string;
  password: string;
  url: string;
  frozen: boolean;
  /** Topic; null without `--telemetry`. */
  telemetry: string | null;
}

function readOptions(args: string[]): Options {
  const { values } = asUserError(() => parseArgs({ args, options: OPTIONS }));
  const { id, user, password, url = "ws://localhost:8787/mqtt", frozen = false, telemetry = false } = values;
  if (id === undefined || user === undefined || password === undefined) throw new UserError(HELP);
  if (!isUuid(id)) throw new UserError(`--id must be the device's id, a UUID, not "${id}".`);
  if (!/^(wss?|mqtts?):\/\//.test(url) || !URL.canParse(url)) {
    throw new UserError(`--url must begin with ws://, wss://, mqtt:// or mqtts://, not "${url}".`);
  }
  const topic = telemetry ? telemetryTopic(accountInUrl(url), id.toLowerCase()) : null;
  return { id: id.toLowerCase(), user, password, url: brokerUrl(url), frozen, telemetry: topic };
}

/** `--telemetry` needs the account for its topic. */
function accountInUrl(url: string): string {
  const account = /^\/mqtt\/([^/]+)\/?$/.exec(new URL(url).pathname)?.[1] ?? "";
  if (isUuid(account)) return account.toLowerCase();
  throw new UserError(`With --telemetry, --url must end in /mqtt/<user id>; "${url}" does not.`);
}

/** The path `/` is the page. */
export function brokerUrl(text: string): string {
  const url = new URL(text);
  if (url.protocol.startsWith("ws") && url.pathname === "/") url.pathname = "/mqtt";
  return url.href;
}

const print = (line: string) => process.stdout.write(`${line}\n`);

export function describeMessage(deviceId: string, topic: string, payload: string): string {
  const [account = ""] = topic.split("/");
  const state = controlledDevice(account, topic) === deviceId ? parseControl(payload) : null;
  return state === null ? `${topic} ${payload}` : `LED ${state}`;
}

/** A random walk around the room temperature. `chance` is from 0 to 1. */
export const nextTemperature = (before: number, chance: number): number =>
  Math.round((before + (ROOM_TEMPERATURE - before) * 0.1 + (chance - 0.5) * 0.6) * 10) / 10;

function publishReadings(client: mqtt.MqttClient, topic: string): void {
  let temperature = ROOM_TEMPERATURE;
  const publish = () => {
    temperature = nextTemperature(temperature, Math.random());
    const payload = JSON.stringify({ temperature_c: temperature });
    client.publish(topic, payload, { qos: 1 }, (error) => error || print(`Sent ${payload}`));
  };
  client.once("connect", publish);
  const timer = setInterval(() => client.connected && publish(), PUBLISH_EVERY_MS);
  client.once("end", () => clearInterval(timer));
}

/** Reason codes after which the client tries again: unavailable, busy, banned, quota and rate limits. */
const TEMPORARY_REFUSALS: readonly number[] = [0x88, 0x89, 0x8a, 0x97, 0x9f];

/** Reason codes are numbers; codes of network errors are texts, and these are retried. */
const isPermanent = (error: Error): boolean =>
  "code" in error && typeof error.code === "number" && !TEMPORARY_REFUSALS.includes(error.code);

/** Prints the state of the connection and its reason, each line once. */
function printConnection(client: mqtt.MqttClient, url: string): void {
  let [reason, last] = ["", ""];
  const printOnce = (line: string) => {
    if (line !== last) print(line);
    last = line;
  };
  client.on("connect", () => {
    reason = "";
    printOnce(`Connected to ${url}.`);
  });
  client.on("packetreceive", (packet) => {
    if (packet.cmd === "connack") reason = packet.properties?.reasonString ?? "";
  });
  client.on("error", ({ message }) => {
    reason ||= message || "no answer";
  });
  client.on("close", () => {
    printOnce(`Not connected${reason && `: ${reason.replace(/\.$/, "")}`}.`);
    reason = "";
  });
  client.on("disconnect", ({ properties }) =>
    printOnce(properties?.reasonString ?? "The broker disconnects."),
  );
}

/** Reconnects after a lost connection; ends when the broker refuses it permanently. */
export async function main(args: string[]): Promise<number> {
  const { id, user, password, url, frozen, telemetry } = readOptions(args);
  const client = mqtt.connect(url, {
    clientId: `device-${id}`,
    username: deviceUsername(id, user),
    password,
    protocolVersion: 5,
    keepalive: 30,
    reconnectOnConnackError: true,
  });
  printConnection(client, url);
  if (telemetry !== null && !frozen) publishReadings(client, telemetry);
  client.handleMessage = (packet, done) => {
    if (frozen) return;
    print(describeMessage(id, packet.topic, packet.payload.toString()));
    done();
  };
  return new Promise((resolve, reject) => {
    stopSignal().addEventListener("abort", () => client.end(false, {}, () => resolve(0)));
    client.on("error", (error) => {
      if (!isPermanent(error)) return;
      client.end(true);
      reject(new UserError(error.message));
    });
  });
}
