/**
 * The history of messages of an account that is killed repeatedly: written, packed, deleted, read back and checked. The
 * account has no other work: a message over HTTP would write what waits for others.
 */

import type { MqttClient } from "mqtt";
import type { ResponseOf } from "../../worker/contract/api.ts";
import { type Account, newAccount } from "../support/account.ts";
import { brokerUrl } from "../support/device-process.ts";
import type { History } from "./history.ts";
import { connect, type Login, publisher } from "./swarm.ts";

export interface PastScene {
  account: Account;
  login(name: string): Login;
}

const ALWAYS = [{ filter: "swarm/#", days: 1 }];
/** Its messages are deleted each time it goes. */
const SOMETIMES = { filter: "bin/#", days: 1 };
/** Bytes of a message that will be deleted, and messages at once. */
const LARGE = 2000;
const AT_ONCE = 10;

const keep = ({ account }: PastScene, history: typeof ALWAYS): Promise<unknown> =>
  account.call("PUT", "/v0/mqtt/settings/", { profile: "full", history });

export async function newPastScene(url: string): Promise<PastScene> {
  const account = await newAccount(url);
  const { key } = await account.newKey();
  const scene: PastScene = { account, login: (name) => ({ clientId: `${key}__${name}` }) };
  await keep(scene, ALWAYS);
  return scene;
}

interface Work {
  isOver: () => boolean;
  join: (client: MqttClient) => Promise<void>;
  id: () => string;
}

/** Publishes messages that the history keeps. */
export async function fillHistory(
  url: string,
  { account, login }: PastScene,
  history: History,
  { join, id }: Work,
): Promise<void> {
  const topic = `${account.userId}/swarm/kept`;
  const place = {
    url: brokerUrl(url, account.userId),
    history: { ...history, sent: history.remembered },
    connection: 1,
  };
  await join(await publisher(place, login("past"), 5, () => ({ id: id(), publisher: "past", topic })));
}

/** Publishes messages that are deleted again: each time it packs what waits, and deletes blocks. */
export async function fillAndEmpty(url: string, scene: PastScene, { isOver, join }: Work): Promise<void> {
  const { account, login } = scene;
  const client = await connect(brokerUrl(url, account.userId), { ...login("bin"), protocolVersion: 5 });
  await join(client);
  const payload = JSON.stringify({ bin: "x".repeat(LARGE) });
  while (!isOver()) {
    await keep(scene, [...ALWAYS, SOMETIMES]);
    for (let n = 0; n < AT_ONCE; n++) {
      const all = Array.from({ length: AT_ONCE }, () =>
        client.publishAsync(`${account.userId}/bin/${n}`, payload, { qos: 1 }),
      );
      await Promise.all(all);
    }
    await keep(scene, ALWAYS);
  }
}

/** The ids of all messages that the history has, oldest first. */
export async function pastMessages({ account }: PastScene): Promise<string[]> {
  const ids: string[] = [];
  let after = "";
  do {
    const query = `filter=swarm/%23&order=oldest&limit=200${after}`;
    const page = await account.call<ResponseOf<"listHistory">>("GET", `/v0/history/?${query}`);
    ids.push(...page.messages.map(({ payload }) => (JSON.parse(payload) as { id: string }).id));
    after = page.next === null ? "" : `&after=${page.next}`;
  } while (after !== "");
  return ids;
}

/** Acknowledged messages that are missing. */
export function lostMessages({ remembered, past }: History): string[] {
  const ids = new Set(past);
  return remembered
    .filter(({ id, ackedAt }) => ackedAt !== null && !ids.has(id))
    .map(({ id }) => `${id} was acknowledged and is not in the history`);
}

/** Messages that stand twice, or that nobody sent. */
export function repeatedMessages({ remembered, past }: History): string[] {
  const known = new Set(remembered.map(({ id }) => id));
  const seen = new Set<string>();
  return past.flatMap((id) => {
    const why = seen.has(id) ? "stands twice" : known.has(id) ? null : "was sent by nobody";
    seen.add(id);
    return why === null ? [] : [`${id} ${why} in the history`];
  });
}
