import { describe, expect, test } from "vitest";
import { nap } from "./support/account.ts";
import { Client } from "./support/client.ts";
import { newHome } from "./support/home.ts";
import { prepare } from "./support/prepare.ts";

prepare({ MQTT_MAX_QOS: 2, MQTT_RETAIN: true });

const publishes = async (client: Client) =>
  (await client.all()).flatMap((each) => (each.cmd === "publish" ? [each] : []));
const heard = async (client: Client): Promise<string[]> =>
  (await publishes(client)).map(({ topic, payload }) => `${topic} ${String(payload)}`);

async function scene(version: 4 | 5) {
  const { account, key, join } = newHome(version);
  const whole = await join();
  const bare = await Client.connect(account, account.root(), version);
  return { account, key, whole, bare, t: account.topic };
}

describe.each([4, 5] as const)("root view, level %i", (version) => {
  test("removes the account's prefix from topics, in both directions and in every packet", async () => {
    const { account, whole, bare, t } = await scene(version);
    expect(await bare.subscribe("#", 2)).toBe(2);
    expect(await whole.subscribe(t("#"), 2)).toBe(2);
    const other = await Client.connect(account, account.root(), version);
    await other.subscribe("stat/+/POWER", 0);
    bare.publish("stat/lamp/POWER", "zero");
    bare.publish("stat/lamp/POWER", "one", { qos: 1, messageId: 1 });
    const seen = await publishes(bare);
    whole.publish(t("stat/lamp/POWER"), "two");
    bare.publish("/leading/slash", "three");
    bare.publish(t("prefixed"), "four");
    await whole.all().then((before) => whole.received.unshift(...before));
    const topics = ["stat/lamp/POWER", "stat/lamp/POWER", "/leading/slash", "prefixed", "stat/lamp/POWER"];
    seen.push(...(await publishes(bare)));
    expect(seen.map(({ topic }) => topic).toSorted()).toEqual(topics.toSorted());
    expect((await publishes(whole)).map(({ topic }) => topic).toSorted()).toEqual(topics.map(t).toSorted());
    expect(await heard(other)).toEqual([
      "stat/lamp/POWER zero",
      "stat/lamp/POWER one",
      "stat/lamp/POWER two",
    ]);
  });

  test("[MQTT-4.7.2-1] a leading wildcard does not match topics that begin with $", async () => {
    const { account, whole, bare, t } = await scene(version);
    for (const filter of ["#", "+/bridge"]) await bare.subscribe(filter);
    await whole.subscribe(t("#"));
    const asks = await Client.connect(account, account.root(), version);
    await asks.subscribe("$SYS/#");
    bare.publish("$SYS/bridge", "up", { retain: true });
    await bare.all();
    expect(await heard(bare)).toEqual([]);
    expect(await heard(whole)).toEqual([`${t("$SYS/bridge")} up`]);
    expect(await heard(asks)).toEqual(["$SYS/bridge up"]);
    await bare.subscribe("#");
    expect(await heard(bare)).toEqual([]);
  });

  test("retained messages are stored once and sent in the subscriber's view", async () => {
    const { account, whole, bare, t } = await scene(version);
    bare.publish("tele/lamp/LWT", "Online", { retain: true, qos: 1, messageId: 1 });
    await bare.all();
    await whole.subscribe(t("tele/#"));
    expect(await heard(whole)).toEqual([`${t("tele/lamp/LWT")} Online`]);
    whole.publish(t("tele/lamp/LWT"), "Offline", { retain: true, qos: 1, messageId: 1 });
    await whole.all();
    await nap(account);
    await bare.subscribe("tele/#");
    expect(await heard(bare)).toEqual(["tele/lamp/LWT Offline"]);
    expect((await account.stub.usage()).retained).toBe(1);
  });

  test("a kept session queues messages of both views, over a nap, and shared groups mix both views", async () => {
    const { account, whole, bare, t } = await scene(version);
    const person = account.root();
    const kept = { clean: false, clientId: "z2m", properties: { sessionExpiryInterval: 600 } };
    const away = await Client.connect(account, person, version, kept);
    await away.subscribe("zigbee2mqtt/#");
    await away.lose();
    await bare.publishQos1("zigbee2mqtt/lamp", "a");
    await whole.publishQos1(t("zigbee2mqtt/lamp"), "b");
    await nap(account);
    const back = await Client.connect(account, person, version, kept);
    expect(await heard(back)).toEqual(["zigbee2mqtt/lamp a", "zigbee2mqtt/lamp b"]);

    expect(await bare.subscribe("$share/g/jobs/+")).toBe(1);
    expect(await whole.subscribe(`$share/g/${t("jobs/+")}`)).toBe(1);
    for (const n of [1, 2, 3, 4]) back.publish("jobs/x", String(n));
    await back.all();
    expect([await heard(bare), await heard(whole)].map((each) => each.length)).toEqual([2, 2]);
    bare.send({ cmd: "unsubscribe", messageId: 3, unsubscriptions: ["$share/g/jobs/+"] });
    await bare.next("unsuback");
    for (const n of [1, 2]) back.publish("jobs/x", String(n));
    await back.all();
    expect((await heard(whole)).length).toBe(2);
  });

  test("an API key is accepted as password, with any client id, any user name or none", async () => {
    const { account, key, whole, t } = await scene(version);
    await whole.subscribe(t("#"));
    for (const username of ["", "me"]) {
      const login = { username, password: key.key as never };
      const client = await Client.connect(account, { clientId: "mqttjs_1" }, version, login);
      await client.subscribe("#");
      client.publish("a/b", "x");
      expect(await heard(client)).toEqual(["a/b x"]);
    }
    const empty = { username: "", password: "" as never };
    const asId = await Client.connect(account, { clientId: key.clientId() }, version, empty);
    await asId.subscribe(t("a/b"));
    asId.publish(t("a/b"), "y");
    expect(await heard(asId)).toEqual([`${t("a/b")} y`]);
    account.logins.splice(0, 1);
    await account.change(() => {});
    await asId.end();
  });
});

test("Response Topic and topic aliases are in the reader's view, and size limits apply to the sent packet", async () => {
  const { account, whole, bare, t } = await scene(5);
  await bare.subscribe("ask");
  whole.publish(t("ask"), "?", { properties: { responseTopic: t("answer"), topicAlias: 3 } });
  const asked = await bare.next("publish");
  expect([asked.topic, asked.properties?.responseTopic]).toEqual(["ask", "answer"]);
  await whole.subscribe(t("answer"));
  bare.publish("answer", "!", { properties: { responseTopic: "ask", topicAlias: 2 } });
  const answered = await whole.next("publish");
  expect([answered.topic, answered.properties?.responseTopic]).toEqual([t("answer"), t("ask")]);
  bare.publish("", "again", { properties: { topicAlias: 2 } });
  expect((await whole.next("publish")).topic).toBe(t("answer"));

  const small = { properties: { maximumPacketSize: 40, topicAliasMaximum: 5 } };
  const tight = await Client.connect(account, account.root(), 5, small);
  const narrow = await Client.connect(account, account.root(), 5, { properties: { maximumPacketSize: 20 } });
  for (const client of [tight, narrow]) await client.subscribe("#");
  whole.publish(t("one/topic"), "0123456789");
  whole.publish(t("one/topic"), "again");
  await whole.all();
  const [first, second] = await publishes(tight);
  expect([first?.topic, first?.properties?.topicAlias]).toEqual(["one/topic", 1]);
  expect([second?.topic, second?.properties?.topicAlias]).toEqual(["", 1]);
  expect(await heard(narrow)).toEqual(["one/topic again"]);
});

test("a bridge gets none of its own messages, and retain flags as published", async () => {
  const { account, whole, bare } = await scene(4);
  const person = account.root();
  const bridge = await Client.open(account, 4);
  bridge.connect(person, { bridgeMode: true } as never);
  await bridge.next("connack");
  await bridge.subscribe("#");
  await bare.subscribe("#");
  bridge.publish("from/bridge", "x");
  expect(await publishes(bridge)).toEqual([]);
  bare.publish("to/bridge", "kept", { retain: true });
  expect(await heard(bare)).toEqual(["from/bridge x", "to/bridge kept"]);
  expect((await publishes(bridge)).map(({ topic, retain }) => [topic, retain])).toEqual([
    ["to/bridge", true],
  ]);
  whole.cut();
});
