/** A device without hardware: connects as one, prints what it gets, and shows its LED. */

import { parseArgs } from "node:util";
import mqtt from "mqtt";
import { deviceUsername, isUuid } from "../../broker/contract/client.ts";
import { parseControl } from "../../broker/contract/control.ts";
import { controlledDevice, telemetryTopic } from "../../broker/contract/topics.ts";
import { Problem } from "./problem.ts";
import { stopSignal } from "./stop-signal.ts";

const USAGE = `npm run device -- --id <device id> --user <user name> --password <password> [--url ws://localhost:8787/mqtt]
  --frozen     connected, but takes nothing: what a device does that hangs
  --telemetry  tells a temperature every five seconds; --url names the account then: ws://localhost:8787/mqtt/<user id>`;

const [text, flag] = [{ type: "string" }, { type: "boolean" }] as const;
const OPTIONS = { id: text, user: text, password: text, url: text, frozen: flag, telemetry: flag } as const;

/** Milliseconds between two readings. */
const READ_EVERY = 5_000;
const ROOM_TEMPERATURE = 21;

interface Options {
  id: string;
  user: string;
  password: string;
  url: string;
  frozen: boolean;
  /** Where it tells what it measures; null where it does not. */
  telemetry: string | null;
}

function readOptions(args: string[]): Options {
  const { values } = parse(args);
  const { id, user, password, url = "ws://localhost:8787/mqtt", frozen = false, telemetry = false } = values;
  if (id === undefined || user === undefined || password === undefined) throw new Problem(USAGE);
  if (!isUuid(id)) throw new Problem(`--id must be the device's id, a UUID, not "${id}".`);
  if (!/^(wss?|mqtts?):\/\//.test(url) || !URL.canParse(url)) {
    throw new Problem(`--url must begin with ws://, wss://, mqtt:// or mqtts://, not "${url}".`);
  }
  const topic = telemetry ? telemetryTopic(accountIn(url), id.toLowerCase()) : null;
  return { id: id.toLowerCase(), user, password, url: brokerUrl(url), frozen, telemetry: topic };
}

/** A device that tells something names its account: the address does. */
function accountIn(url: string): string {
  const account = /^\/mqtt\/([^/]+)\/?$/.exec(new URL(url).pathname)?.[1] ?? "";
  if (isUuid(account)) return account.toLowerCase();
  throw new Problem(`With --telemetry, --url must end in /mqtt/<user id>; "${url}" does not.`);
}

/** At `/` of the product is its page; whoever names no path means the broker. */
export function brokerUrl(given: string): string {
  const url = new URL(given);
  if (url.protocol.startsWith("ws") && url.pathname === "/") url.pathname = "/mqtt";
  return url.href;
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS });
  } catch (error) {
    throw new Problem(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  }
}

const say = (line: string) => process.stdout.write(`${line}\n`);

/** What a message does to the device. */
export function heard(deviceId: string, topic: string, payload: string): string {
  const [account = ""] = topic.split("/");
  const state = controlledDevice(account, topic) === deviceId ? parseControl(payload) : null;
  return state === null ? `${topic} ${payload}` : `LED ${state}`;
}

/** What the next reading is: it wanders, and is drawn back to the room's. `chance` is from 0 to 1. */
export const nextTemperature = (before: number, chance: number): number =>
  Math.round((before + (ROOM_TEMPERATURE - before) * 0.1 + (chance - 0.5) * 0.6) * 10) / 10;

/** Every few seconds while it is connected, until the client is done with. */
function measure(client: mqtt.MqttClient, topic: string): void {
  let temperature = ROOM_TEMPERATURE;
  const tell = () => {
    temperature = nextTemperature(temperature, Math.random());
    const payload = JSON.stringify({ temperature_c: temperature });
    client.publish(topic, payload, { qos: 1 }, (error) => error || say(`Told ${payload}`));
  };
  client.once("connect", tell);
  const timer = setInterval(() => client.connected && tell(), READ_EVERY);
  client.once("end", () => clearInterval(timer));
}

/** Refusals that pass, as a device takes them: an unavailable or busy broker, a suspended account, too many at once. */
const PASSING: readonly number[] = [0x88, 0x89, 0x8a, 0x97, 0x9f];

/** A refusal has a code that is a number; a network that is not there is tried again. */
const isForGood = (error: Error): boolean =>
  "code" in error && typeof error.code === "number" && !PASSING.includes(error.code);

/** Says how it is connected, and why not; once, however often it tries. */
function tellOf(client: mqtt.MqttClient, url: string): void {
  let [why, said] = ["", ""];
  const tell = (line: string) => {
    if (line !== said) say(line);
    said = line;
  };
  client.on("connect", () => {
    why = "";
    tell(`Connected to ${url}.`);
  });
  client.on("packetreceive", (packet) => {
    if (packet.cmd === "connack") why = packet.properties?.reasonString ?? "";
  });
  client.on("error", ({ message }) => {
    why ||= message || "nobody answers there";
  });
  client.on("close", () => {
    tell(`Not connected${why && `: ${why.replace(/\.$/, "")}`}.`);
    why = "";
  });
  client.on("disconnect", ({ properties }) => tell(properties?.reasonString ?? "The broker disconnects."));
}

/** Comes back by itself when the connection is lost; gives up when it is refused for good. */
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
  tellOf(client, url);
  if (telemetry !== null && !frozen) measure(client, telemetry);
  client.handleMessage = (packet, taken) => {
    if (frozen) return;
    say(heard(id, packet.topic, packet.payload.toString()));
    taken();
  };
  return new Promise((resolve, reject) => {
    stopSignal().addEventListener("abort", () => client.end(false, {}, () => resolve(0)));
    client.on("error", (error) => {
      if (!isForGood(error)) return;
      client.end(true);
      reject(new Problem(error.message));
    });
  });
}
