/** What a device measures while it is killed again and again: how it is sent, read back, and judged. */

import type { MqttClient } from "mqtt";
import { DAY } from "../../broker/history/levels.ts";
import type { Account } from "../support/account.ts";
import type { History, Measured } from "./history.ts";
import { type BrokerAddress, connect, type Login } from "./swarm.ts";

/** The series of those that are acknowledged, and of those that are not. */
const KEYS = ["loose", "sure"] as const;
/** Of those that are not so many before each that is. */
const LOOSE = 3;
/** Of those that are not a crash may cost so much. Milliseconds. */
const MAY_BE_LOST = 60_000;

/** Measures as fast as acknowledgements come, until its connection is gone. */
export async function gauge(
  place: BrokerAddress,
  login: Login,
  topic: string,
  next: () => number,
): Promise<MqttClient> {
  const client = await connect(place.url, { ...login, protocolVersion: 5 });
  const { measured, kills } = place.history;
  const publish = (qos: 0 | 1, done: (sample: Measured) => void): void => {
    const sample: Measured = { qos, value: next(), life: kills.length, sentAt: Date.now(), ackedAt: null };
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

/** Where there are too many for one answer, halves are asked for. */
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

/** All samples that the API tells of. */
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

/** Whoever was acknowledged is there. */
export function lostSamples({ measured, kept }: History): string[] {
  const values = new Set(kept.values);
  return measured
    .filter(({ qos, ackedAt, value }) => qos === 1 && ackedAt !== null && !values.has(value))
    .map(({ value, life }) => `sample ${value} of life ${life} was acknowledged and is not kept`);
}

/** Of the others the last minute may be missing, and nothing that came before one that was acknowledged. */
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

/** Each that is kept was sent, and stands once, also in what is worked out from it. */
export function inventedSamples({ measured, kept: { values, counted } }: History): string[] {
  const sent = new Set(measured.map(({ value }) => value));
  const twice = values.length - new Set(values).size;
  return [
    ...values.filter((value) => !sent.has(value)).map((value) => `nobody sent the sample ${value}`),
    ...(twice === 0 ? [] : [`${twice} samples stand twice`]),
    ...(counted === values.length ? [] : [`${values.length} samples, and minutes count ${counted}`]),
  ];
}
