/** Samples of a device that is killed repeatedly: sent, read back and checked. */

import type { MqttClient } from "mqtt";
import { DAY } from "../../broker/history/levels.ts";
import type { Account } from "../support/account.ts";
import type { History, SentSample } from "./history.ts";
import { type BrokerAddress, connect, type Login } from "./swarm.ts";

/** Series without and with acknowledgements. */
const KEYS = ["loose", "sure"] as const;
/** QoS 0 samples before each QoS 1 sample. */
const LOOSE = 3;
/** The loss of QoS 0 samples that a crash may cause. Milliseconds. */
const MAY_BE_LOST = 60_000;

/** Publishes at the rate of acknowledgements until the connection is lost. */
export async function gauge(
  place: BrokerAddress,
  login: Login,
  topic: string,
  next: () => number,
): Promise<MqttClient> {
  const client = await connect(place.url, { ...login, protocolVersion: 5 });
  const { measured, kills } = place.history;
  const publish = (qos: 0 | 1, done: (sample: SentSample) => void): void => {
    const sample: SentSample = { qos, value: next(), life: kills.length, sentAt: Date.now(), ackedAt: null };
    measured.push(sample);
    const payload = JSON.stringify({ [KEYS[qos]]: sample.value });
    client.publish(topic, payload, { qos }, (error) => {
      if (error === undefined || error === null) done(sample);
    });
  };
  const round = (): void => {
    for (let n = 0; n < LOOSE; n++) publish(0, () => {});
    publish(1, (sample) => {
      sample.ackedAt = Date.now();
      round();
    });
  };
  round();
  return client;
}

type Points = [at: number, value: number | null][];

/** Halves the interval where one response cannot hold all samples. */
async function pointsOf(account: Account, path: string, query: string, from: number, to: number) {
  const range = `from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`;
  const asked = new URLSearchParams(query).get("resolution");
  const answer = await account.call<{ resolution: string; points: Points }>(
    "GET",
    `${path}?${query}&${range}`,
  );
  if (answer.resolution === asked) return answer.points;
  const middle = Math.floor((from + to) / 2);
  const halves: Points = [];
  halves.push(...(await pointsOf(account, path, query, from, middle)));
  halves.push(...(await pointsOf(account, path, query, middle, to)));
  return halves;
}

/** All samples of the API. */
export async function storedSamples(account: Account, path: string): Promise<History["kept"]> {
  const midnight = Math.floor(Date.now() / DAY) * DAY;
  const [from, to] = [midnight - DAY, midnight + 2 * DAY];
  const kept: History["kept"] = { values: [], counted: 0 };
  for (const key of KEYS) {
    const raw = await pointsOf(account, path, `key=${key}&resolution=raw`, from, to);
    kept.values.push(...raw.flatMap(([, value]) => (value === null ? [] : [value])));
    const counts = await pointsOf(account, path, `key=${key}&resolution=1m&field=count`, from, to);
    kept.counted += counts.reduce((sum, [, count]) => sum + (count ?? 0), 0);
  }
  return kept;
}

/** Acknowledged samples that are missing. */
export function lostSamples({ measured, kept }: History): string[] {
  const values = new Set(kept.values);
  return measured
    .filter(({ qos, ackedAt, value }) => qos === 1 && ackedAt !== null && !values.has(value))
    .map(({ value, life }) => `sample ${value} of life ${life} was acknowledged and is not kept`);
}

/** QoS 0 samples that are missing although they are older than a minute or precede an acknowledged one. */
export function lostQos0Samples({ measured, kept, kills }: History): string[] {
  const values = new Set(kept.values);
  const sureUntil = new Map<number, number>();
  measured.forEach(({ life, ackedAt }, n) => {
    if (ackedAt !== null) sureUntil.set(life, n);
  });
  return measured.flatMap(({ qos, value, life, sentAt }, n) => {
    if (qos === 1 || values.has(value)) return [];
    const isOld = (kills[life] ?? Infinity) - sentAt > MAY_BE_LOST;
    if (!isOld && n > (sureUntil.get(life) ?? -1)) return [];
    return [
      `sample ${value} of life ${life} is not kept, ${isOld ? "a minute later" : "and later ones are"}`,
    ];
  });
}

/** Stored samples that were never sent or stand twice, also in the minutes. */
export function inventedSamples({ measured, kept: { values, counted } }: History): string[] {
  const sent = new Set(measured.map(({ value }) => value));
  const twice = values.length - new Set(values).size;
  return [
    ...values.filter((value) => !sent.has(value)).map((value) => `nobody sent the sample ${value}`),
    ...(twice === 0 ? [] : [`${twice} samples stand twice`]),
    ...(counted === values.length ? [] : [`${values.length} samples, and minutes count ${counted}`]),
  ];
}
