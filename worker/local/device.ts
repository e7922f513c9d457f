/** A device without hardware: connects as one, prints what it gets, and shows its LED. */

import { parseArgs } from "node:util";
import mqtt from "mqtt";
import { deviceUsername, isUuid } from "../../broker/contract/client.ts";
import { parseControl } from "../../broker/contract/control.ts";
import { controlledDevice } from "../../broker/contract/topics.ts";
import { Problem } from "./problem.ts";
import { stopSignal } from "./stop-signal.ts";

const USAGE = `npm run device -- --id <device id> --user <user name> --password <password> [--url ws://localhost:8787/mqtt]
  --frozen   connected, but takes nothing: what a device does that hangs`;

interface Options {
  id: string;
  user: string;
  password: string;
  url: string;
  frozen: boolean;
}

function readOptions(args: string[]): Options {
  const { values } = parse(args);
  const { id, user, password, url = "ws://localhost:8787/mqtt", frozen = false } = values;
  if (id === undefined || user === undefined || password === undefined) throw new Problem(USAGE);
  if (!isUuid(id)) throw new Problem(`--id must be the device's id, a UUID, not "${id}".`);
  if (!/^(wss?|mqtts?):\/\//.test(url) || !URL.canParse(url)) {
    throw new Problem(`--url must begin with ws://, wss://, mqtt:// or mqtts://, not "${url}".`);
  }
  return { id: id.toLowerCase(), user, password, url: brokerUrl(url), frozen };
}

/** At `/` of the product is its page; whoever names no path means the broker. */
export function brokerUrl(given: string): string {
  const url = new URL(given);
  if (url.protocol.startsWith("ws") && url.pathname === "/") url.pathname = "/mqtt";
  return url.href;
}

function parse(args: string[]) {
  const text = { type: "string" } as const;
  try {
    const options = { id: text, user: text, password: text, url: text, frozen: { type: "boolean" } } as const;
    return parseArgs({ args, options });
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

/** Comes back by itself when the connection is lost; gives up when it is refused. */
export async function main(args: string[]): Promise<number> {
  const { id, user, password, url, frozen } = readOptions(args);
  const client = mqtt.connect(url, {
    clientId: `device-${id}`,
    username: deviceUsername(id, user),
    password,
    protocolVersion: 5,
    keepalive: 30,
  });
  // of the last try
  let why = "";
  client.on("connect", () => {
    why = "";
    say(`Connected to ${url}.`);
  });
  client.on("close", () => say(`Not connected${why}.`));
  client.on("disconnect", (packet) => say(packet.properties?.reasonString ?? "The broker disconnects."));
  client.handleMessage = (packet, taken) => {
    if (frozen) return;
    say(heard(id, packet.topic, packet.payload.toString()));
    taken();
  };
  return new Promise((resolve, reject) => {
    stopSignal().addEventListener("abort", () => client.end(false, {}, () => resolve(0)));
    client.on("error", (error) => {
      // a refusal has a code; a network that is not there is tried again
      if (!("code" in error) || typeof error.code !== "number") {
        why = `: ${error.message || "nobody answers there"}`;
        return;
      }
      client.end(true);
      reject(new Problem(error.message));
    });
  });
}
