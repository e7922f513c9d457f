/** The other client of a test, a phone or hub in the same account. */

import mqtt from "mqtt";
import { until } from "../support/until.ts";
import type { ConnectionSettings } from "./connection-settings.ts";

const PATIENCE_MS = 45_000;
const ASK_EVERY_MS = 1000;

interface Heard {
  topic: string;
  payload: string;
}

export interface Wanted {
  topic: string | RegExp;
  payload: string | RegExp;
}

interface Saying {
  topic: string;
  payload: string;
  qos?: 0 | 1 | 2;
  retain?: boolean;
}

export interface Watcher {
  heard: Heard[];
  say(saying: Saying): Promise<void>;
  untilHeard(wanted: Wanted, from?: number): Promise<void>;
  answered(saying: Saying, ...wanted: Wanted[]): Promise<void>;
  /** The retained message of a topic, as a new subscriber gets it; waits for it. */
  kept(topic: string, wanted?: RegExp): Promise<string>;
  close(): Promise<void>;
}

const fits = (text: string, wanted: string | RegExp): boolean =>
  typeof wanted === "string" ? text === wanted : wanted.test(text);

const addressOf = ({ host, port }: ConnectionSettings): string => `mqtt://${host}:${port}`;

/** Subscribes again until the retained message matches. */
async function keptAt(place: ConnectionSettings, topic: string, wanted: RegExp): Promise<string> {
  const { username, password } = place;
  const late = await mqtt.connectAsync(addressOf(place), { username, password, reconnectPeriod: 0 }, false);
  try {
    let found: string | null = null;
    late.on("message", (_, payload, packet) => {
      const text = payload.toString("utf8");
      if (packet.retain && wanted.test(text)) found = text;
    });
    let asked = 0;
    const ask = async () => {
      // each subscription sends the retained message again, which may not be published yet
      if (Date.now() - asked > ASK_EVERY_MS) {
        asked = Date.now();
        await late.subscribeAsync(topic, { qos: 1 });
      }
      return found;
    };
    return await until(`something kept at ${topic} like ${wanted}`, ask, PATIENCE_MS);
  } finally {
    await late.endAsync(true);
  }
}

export async function newWatcher(place: ConnectionSettings, filters: string[] = ["#"]): Promise<Watcher> {
  const { username, password } = place;
  const client = await mqtt.connectAsync(addressOf(place), {
    username,
    password,
    protocolVersion: 5,
    reconnectPeriod: 500,
  });
  const heard: Heard[] = [];
  client.on("message", (topic, payload) => heard.push({ topic, payload: payload.toString("utf8") }));
  // reconnects until the broker is back
  client.on("error", () => {});
  await client.subscribeAsync(filters, { qos: 1 });
  const say = async ({ topic, payload, qos = 1, retain = false }: Saying) => {
    await client.publishAsync(topic, payload, { qos, retain });
  };
  const untilHeard = async (wanted: Wanted, from = 0) => {
    await until(
      `${wanted.payload} on ${wanted.topic}`,
      () =>
        heard
          .slice(from)
          .some((each) => fits(each.topic, wanted.topic) && fits(each.payload, wanted.payload)),
      PATIENCE_MS,
    ).catch((error: Error) => {
      const last = heard.slice(from).map(({ topic, payload }) => `${topic} ${payload.slice(0, 120)}`);
      throw new Error(`${error.message} It heard:\n${last.slice(-30).join("\n")}`);
    });
  };
  return {
    heard,
    say,
    untilHeard,
    answered: async (saying, ...wanted) => {
      const from = heard.length;
      await say(saying);
      for (const each of wanted) await untilHeard(each, from);
    },
    kept: (topic, wanted = /./s) => keptAt(place, topic, wanted),
    close: async () => {
      await client.endAsync(true);
    },
  };
}
