/** Tokens that are made and deleted, and messages over HTTP with them: actions and checks. */

import type { MqttClient } from "mqtt";
import type { Account } from "../support/account.ts";
import { brokerUrl } from "../support/device-process.ts";
import type { CampaignClients } from "./clients.ts";
import type { History, Received, Sent } from "./history.ts";
import { connect } from "./swarm.ts";

/** Messages with a token before its deletion. */
const USES = 2;
/** Deleted tokens that are tried again in each life. */
const TRIED_AGAIN = 2;

interface TokenScene {
  url: string;
  account: Account;
  history: History;
  topic: string;
}

export const tokenSceneOf = ({
  url,
  cast,
  history,
}: {
  url: string;
  cast: CampaignClients;
  history: History;
}): TokenScene => ({
  url,
  history,
  account: cast.account,
  topic: cast.topics.open,
});

type Made = Pick<Sent, "id" | "publisher" | "topic" | "isRetained">;

const addressOf = (url: string, topic: string): string =>
  `${url}/v0/messages/${topic.split("/").map(encodeURIComponent).join("/")}`;

async function post({ url, history }: TokenScene, token: string, made: Made): Promise<void> {
  const sent: Sent = { ...made, sentAt: Date.now(), ackedAt: null };
  history.sent.push(sent);
  const { id, topic, isRetained = false } = made;
  const response = await fetch(`${addressOf(url, topic)}?qos=1&retain=${isRetained}`, {
    method: "POST",
    headers: { authorization: `Token ${token}` },
    body: JSON.stringify({ id }),
  });
  await response.text();
  if (response.ok) sent.ackedAt = Date.now();
  else if (response.status !== 401) throw new Error(`A message over HTTP was answered ${response.status}.`);
}

/** One retained message after the other, with a login session. */
export async function postMessages(
  house: TokenScene,
  id: () => string,
  isOver: () => boolean,
): Promise<void> {
  const { account, topic } = house;
  while (!isOver())
    await post(house, account.token, { id: id(), publisher: "http", topic, isRetained: true });
}

/**
 * Makes a token, publishes with it over MQTT and HTTP, deletes it, and tries it again: after 204 it must be
 * refused.
 */
export async function makeAndDeleteTokens(
  house: TokenScene,
  id: () => string,
  isOver: () => boolean,
): Promise<void> {
  const { account, history, topic } = house;
  for (const { token, publisher } of history.deleted.slice(-TRIED_AGAIN)) {
    await post(house, token, { id: id(), publisher, topic });
  }
  while (!isOver()) {
    const body = { name: "crash", scopes: ["messages:publish:#"] };
    const made = await account.call<{ id: string; token: string }>("POST", "/v0/tokens/", body);
    const publisher = `token-${made.id}`;
    const login = { clientId: "token", username: "any", password: made.token, protocolVersion: 5 } as const;
    const client = await connect(brokerUrl(house.url, account.userId), login);
    const next = () => ({ id: id(), publisher: `${publisher}-mqtt`, topic });
    const over = publishUntilClosed(client, history, next);
    for (let n = 0; n < USES; n++) await post(house, made.token, { id: id(), publisher, topic });
    await account.call("DELETE", `/v0/tokens/${made.id}/`);
    history.deleted.push({ token: made.token, publisher, at: Date.now() });
    await post(house, made.token, { id: id(), publisher, topic });
    await over;
  }
}

/** One message after the other at QoS 1. */
async function publishUntilClosed(client: MqttClient, history: History, next: () => Made): Promise<void> {
  const closed = new Promise<void>((resolve) => client.once("close", () => resolve()));
  while (client.connected) {
    const sent: Sent = { ...next(), sentAt: Date.now(), ackedAt: null };
    history.sent.push(sent);
    const acked = client.publishAsync(sent.topic, JSON.stringify({ id: sent.id }), { qos: 1 }).then(
      () => {
        sent.ackedAt = Date.now();
      },
      () => {},
    );
    await Promise.race([acked, closed]);
  }
  client.end(true);
}

/** The id of the retained message. */
export async function retainedId({ url, account, topic }: TokenScene): Promise<string> {
  const headers = { authorization: `Token ${account.token}` };
  const response = await fetch(addressOf(url, topic), { headers });
  return ((await response.json()) as { id: string }).id;
}

/** Messages of a token sent after its deletion that were acknowledged or delivered. */
export function admittedAfterDeletion(
  history: History,
  arrivals: ReadonlyMap<string, ReadonlyMap<string, Received[]>>,
) {
  return history.deleted.flatMap(({ publisher, at }) =>
    history.sent
      .filter((each) => each.publisher.startsWith(publisher) && each.sentAt > at)
      .filter(({ id, ackedAt }) => ackedAt !== null || [...arrivals.values()].some((each) => each.has(id)))
      .map(({ id }) => `${id} was let in after the token of ${publisher} was deleted`),
  );
}

/** The retained message is the last one acknowledged over HTTP, or a later one. */
export function retainedErrors({ sent, retained }: History): string[] {
  const overHttp = sent.filter(({ isRetained }) => isRetained === true);
  const last = overHttp.findLastIndex(({ ackedAt }) => ackedAt !== null);
  const found = overHttp.findIndex(({ id }) => id === retained);
  return found >= last ? [] : [`${retained} is retained, and ${overHttp[last]?.id} was acknowledged later`];
}
