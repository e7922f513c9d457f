import mqtt from "mqtt";
import { deviceUsername } from "../../broker/contract/client.ts";
import { controlObject, stateOf } from "../../broker/contract/control.ts";
import { controlledDevice, isUuid, telemetryTopic } from "../../broker/contract/topics.ts";
import { stopSignal } from "../local/stop-signal.ts";
import type { ExitName } from "./cli-error.ts";
import { CliError } from "./cli-error.ts";
import { visible } from "./terminal.ts";

const PUBLISH_EVERY_MS = 5_000;
const ROOM_TEMPERATURE = 21;

export interface DeviceOptions {
  id: string;
  user: string;
  password: string;
  url: string;
  frozen?: true;
  telemetry?: true;
}

/** `--telemetry` needs the account for its topic. */
function accountInUrl(url: string): string {
  const account = /^\/mqtt\/([^/]+)\/?$/.exec(new URL(url).pathname)?.[1] ?? "";
  if (isUuid(account)) return account.toLowerCase();
  throw new CliError(
    "usage",
    `With --telemetry, --url must end in /mqtt/<user id>; "${url}" does not. After "switchyard login" you need no --url.`,
  );
}

/** The path `/` is the page. */
function brokerUrl(text: string): string {
  const url = new URL(text);
  if (url.protocol.startsWith("ws") && url.pathname === "/") url.pathname = "/mqtt";
  return url.href;
}

const print = (line: string) => process.stdout.write(`${visible(line)}\n`);

function describeMessage(deviceId: string, topic: string, payload: string): string {
  const [account = ""] = topic.split("/");
  const message = controlledDevice(account, topic) === deviceId ? controlObject(payload) : null;
  const state = message && stateOf(message);
  if (message === null || state === null) return `${topic} ${payload}`;
  const values = Object.entries(controlValues(message)).map(([key, value]) => `, ${key} ${value}`);
  return `LED ${state}${values.join("")}`;
}

/** The values of controls that a device keeps: numbers and texts. `true` may be a button, which has no value. */
function controlValues({ state: _, ...others }: Record<string, unknown>): Record<string, number | string> {
  const isValue = (value: unknown) => typeof value === "number" || typeof value === "string";
  return Object.fromEntries(Object.entries(others).filter(([, value]) => isValue(value))) as Record<
    string,
    number | string
  >;
}

/** Publishes the values that it was sent, as firmware reports what it has set. */
function reportControls(client: mqtt.MqttClient, telemetry: string, payload: string): void {
  const message = controlObject(payload);
  const values = message && stateOf(message) !== null ? controlValues(message) : {};
  if (Object.keys(values).length > 0) client.publish(telemetry, JSON.stringify(values), { qos: 1 });
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
export async function simulateDevice(options: DeviceOptions): Promise<ExitName> {
  const { user, password, frozen } = options;
  const [id, url] = [options.id.toLowerCase(), brokerUrl(options.url)];
  const telemetry = options.telemetry ? telemetryTopic(accountInUrl(url), id) : null;
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
    const payload = packet.payload.toString();
    print(describeMessage(id, packet.topic, payload));
    done();
    const [account = ""] = packet.topic.split("/");
    if (telemetry !== null && controlledDevice(account, packet.topic) === id)
      reportControls(client, telemetry, payload);
  };
  return new Promise((resolve, reject) => {
    stopSignal().addEventListener("abort", () => client.end(false, {}, () => resolve("done")));
    client.on("error", (error) => {
      if (!isPermanent(error)) return;
      client.end(true);
      reject(new CliError("refused", error.message));
    });
  });
}
