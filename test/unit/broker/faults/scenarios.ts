/** The broker's main operations, each as a scenario that continues as far as it can. */

import { runDurableObjectAlarm } from "cloudflare:test";
import type { Packet } from "mqtt-packet";
import { type Account, nap, type Person } from "../support/account.ts";
import { Client } from "../support/client.ts";

/** Milliseconds until a client under sabotage stops waiting for a response. */
const PATIENCE = 50;

export interface FaultScene {
  account: Account;
  device: Person & { deviceId: string };
  key: { clientId(suffix?: string): string };
  /** A client id with a kept session. It must receive everything that was acknowledged. */
  witness: string;
  live: Client;
  acknowledged: string[];
  clients: Client[];
}

/** Returns the response, or null after the timeout. */
export async function answer<C extends Packet["cmd"]>(
  client: Client,
  cmd: C,
): Promise<Extract<Packet, { cmd: C }> | null> {
  const there = () => client.received.some((each) => each.cmd === cmd);
  const deadline = Date.now() + PATIENCE;
  await client
    .until(() => there() || client.closed !== null || Date.now() > deadline, "")
    .catch(() => undefined);
  return there() ? client.next(cmd) : null;
}

async function join(
  stage: FaultScene,
  who: Person | { clientId: string },
  options: Parameters<Client["connect"]>[1] = {},
): Promise<Client> {
  const client = await Client.open(stage.account);
  stage.clients.push(client);
  client.connect(who, options);
  await answer(client, "connack");
  return client;
}

/** Publishes at QoS 1, and records accepted messages. */
async function say(stage: FaultScene, client: Client, topic: string, payload: string): Promise<void> {
  if (client.closed !== null) return;
  client.publish(topic, payload, { qos: 1, messageId: 1 });
  const puback = await answer(client, "puback");
  if (puback !== null && (puback.reasonCode ?? 0) < 0x80) stage.acknowledged.push(payload);
}

const KEPT = { clean: false, properties: { sessionExpiryInterval: 3600 } } as const;
const control = ({ account, device }: FaultScene) => account.control(device.deviceId);

export const SCENARIOS: Record<string, (stage: FaultScene) => Promise<void>> = {
  "a device connects and leaves": async (stage) => {
    const client = await join(stage, stage.device);
    if (client.closed === null) client.disconnect();
    await answer(client, "disconnect");
  },
  "a message goes to a reader and into a queue": async (stage) => {
    await say(stage, stage.live, stage.account.topic("a"), "one");
    await say(stage, stage.live, stage.account.topic("b"), "two");
  },
  "a device is switched over MQTT": async (stage) => {
    const client = await join(stage, stage.device);
    await say(stage, stage.live, control(stage), '{"state":"on"}');
    await say(stage, stage.live, control(stage), '{"state":"off"}');
    await answer(client, "publish");
  },
  "a filter comes and goes": async (stage) => {
    const client = await join(stage, { clientId: stage.key.clientId("restless") }, KEPT);
    const filter = stage.account.topic("restless");
    if (client.closed === null)
      client.send({ cmd: "subscribe", messageId: 7, subscriptions: [{ topic: filter, qos: 1 }] });
    await answer(client, "suback");
    await say(stage, stage.live, filter, "heard");
    if (client.closed === null) client.send({ cmd: "unsubscribe", messageId: 8, unsubscriptions: [filter] });
    await answer(client, "unsuback");
    await say(stage, stage.live, filter, "not heard");
  },
  "a kept session subscribes, goes and comes again": async (stage) => {
    const clientId = stage.key.clientId("kept");
    const first = await join(stage, { clientId }, KEPT);
    const subscriptions = [{ topic: stage.account.topic("kept"), qos: 1 as const }];
    if (first.closed === null) first.send({ cmd: "subscribe", messageId: 7, subscriptions });
    await answer(first, "suback");
    first.cut();
    await say(stage, stage.live, stage.account.topic("kept"), "for later");
    const again = await join(stage, { clientId }, KEPT);
    const message = await answer(again, "publish");
    if (message !== null && again.closed === null)
      again.send({ cmd: "puback", messageId: message.messageId ?? 1 });
  },
  "a connection is lost and leaves a will": async (stage) => {
    const will = {
      topic: stage.account.topic("will"),
      payload: Buffer.from("last words"),
      qos: 1 as const,
      retain: false,
    };
    const client = await join(stage, stage.device, {
      will: { ...will, topic: control(stage), payload: Buffer.from('{"state":"off"}') },
    });
    client.cut();
    await answer(stage.live, "publish");
  },
  "a client takes its session over": async (stage) => {
    await join(stage, stage.device, { clientId: "same" });
    await join(stage, stage.device, { clientId: "same" });
    await say(stage, stage.live, stage.account.topic("a"), "three");
  },
  "rights are narrowed": async (stage) => {
    const { account } = stage;
    const person = account.credential("mine");
    await join(stage, person);
    await account
      .change(() => {
        Object.assign(person.login.principal, { topics: [] });
      })
      .catch(() => undefined);
    await say(stage, stage.live, account.topic("mine"), "four");
  },
  "the object wakes": async (stage) => {
    await join(stage, stage.device);
    await nap(stage.account);
    await say(stage, stage.live, control(stage), '{"state":"on"}');
  },
  "the alarm rings": async (stage) => {
    const client = await join(stage, stage.device, {
      clean: false,
      properties: { sessionExpiryInterval: 1 },
    });
    client.cut();
    await runDurableObjectAlarm(stage.account.stub as never).catch(() => undefined);
    await say(stage, stage.live, stage.account.topic("a"), "five");
  },
};
