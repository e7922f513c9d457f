/** Why a device has an error: in its event, in the account's log, and in MQTT 5 in the acknowledgement. */

import { describe, expect, test, vi } from "vitest";
import type { StoredEvent, StoredRefusal } from "../../../broker/contract/account.ts";
import { Account, nap, useLimits } from "./support/account.ts";
import { Client, eventually } from "./support/client.ts";
import { prepare } from "./support/prepare.ts";
import { NOON, ring, scene } from "./support/telemetry.ts";

prepare({ MQTT_PUBLISH_RATE: 0, MQTT_FRAME_RATE: 0 }, NOON);

const many = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n])));

type Row = [payload: string | Buffer, reason: string, fault?: { key?: string; byte?: number }];

const TELEMETRY: Row[] = [
  [`{"pressure":1013.2}${"\0".repeat(141)}`, "Byte 20 of the message is 0x00", { byte: 20 }],
  ['{"t":21,"h":null}', "`h` is null", { key: "h" }],
  [many(33), "at most 32 values: this one has 33"],
  ['{"DHW setpoint":55}', "The key `DHW setpoint` has a space", { key: "DHW setpoint" }],
  ['{"Wärme":5}', "The key `Wärme` has the character `ä`", { key: "Wärme" }],
  [JSON.stringify({ t: "x".repeat(65) }), "`t` is a text of 65 bytes: a text has at most 64", { key: "t" }],
  ['{"Power":[1,2]}', "`Power` is a list", { key: "Power" }],
  ['[{"ts":1,"values":{"t":1}}]', "the first with the index 0: ts is more than two years ago", { key: "ts" }],
  ['{"a":{"b":{"c":1}}}', "`a.b` is an object inside another one", { key: "a.b" }],
  ['{"ts":"2026-11-26T12:00:00Z","t":1}', "ts is a text, not a number of milliseconds", { key: "ts" }],
  ["21.5", "The message is a number, not an object"],
  ['{"t":nan}', "`nan` is not JSON", { key: "t", byte: 6 }],
  ["{'t':1}", "Byte 2 of the message is '", { byte: 2 }],
  ["", "The message is empty"],
  ['{"t":1e400}', "`t` is a number beyond 1e+300", { key: "t" }],
  ['{"":1}', "A key is empty", { key: "" }],
  [JSON.stringify({ ["k_".repeat(35)]: 1 }), "has 70 bytes: it has at most 64", { key: "k_".repeat(32) }],
  [Buffer.from([0x7b, 0xff]), "Byte 2 of the message is 0xff, which is not UTF-8", { byte: 2 }],
  [`{"t":"${"x".repeat(16_400)}"}`, "The message has 16408 bytes: up to 16384 are read"],
  ['{"t":21.5', "The message ends after byte 9", { byte: 9 }],
  [JSON.stringify({ t: 1, ts: NOON + 3_600_000 }), "ts is more than ten minutes ahead", { key: "ts" }],
  ['{"t":1,"ts":-9e15}', "ts is `-9000000000000000`, not a number of milliseconds", { key: "ts" }],
];
const CONTROL: Row[] = [
  ['{"state":"ON"}', 'state is `"ON"`, not "on" or "off"', { key: "state" }],
  ["on", "`on` is not JSON", { byte: 1 }],
  ['{"state":true}', 'state is `true`, not "on" or "off"', { key: "state" }],
  ['{"state":null}', "state is null", { key: "state" }],
  ["1", "The message is a number, not an object"],
  ["", "The message is empty"],
  ['{"state":"on"}\0', "Byte 15 of the message is 0x00", { byte: 15 }],
  [`{"state":"on","x":"${"x".repeat(4096)}"}`, "a control message has at most 4096"],
  [Buffer.from([0xff]), "Byte 1 of the message is 0xff", { byte: 1 }],
];
const TABLE: ["telemetry" | "control", ...Row][] = [
  ...TELEMETRY.map((row): ["telemetry", ...Row] => ["telemetry", ...row]),
  ...CONTROL.map((row): ["control", ...Row] => ["control", ...row]),
];

const errorsOf = async (account: Account): Promise<StoredEvent[]> =>
  (await account.kept()).filter(({ type }) => type === "errored");
const logOf = async (account: Account) =>
  (await account.ask((calls) => calls.account.refusals())) as StoredRefusal[];

describe("a message that cannot be read", () => {
  test.each(TABLE)("on the %s topic: %j", async (topic, payload, reason, fault = {}) => {
    const { account, device, board } = await scene();
    const place = account.topic(`devices/${device.deviceId}/${topic}`);
    board.publish(place, payload as string, { qos: 1, messageId: 7 });
    const { reasonCode, properties } = await board.next("puback");
    const [event, ...others] = await errorsOf(account);
    expect(others).toEqual([]);
    expect(event?.mistake).toMatchObject({ ...fault, reason: expect.stringContaining(reason) });
    expect(Object.keys(event?.mistake ?? {}).sort()).toEqual(
      ["reason", "remedy", ...Object.keys(fault)].sort(),
    );
    expect(event?.mistake?.remedy).toMatch(/^[A-Z].*\.$/s);
    expect(event?.mistake?.reason).toMatch(/^.*\.$/);
    expect(await logOf(account)).toEqual([
      expect.objectContaining({
        kind: "message",
        tried: place,
        clientKind: "device",
        rule: event?.mistake?.reason,
        advice: event?.mistake?.remedy,
        ...fault,
      }),
    ]);
    expect([reasonCode, properties?.reasonString]).toEqual([
      0,
      `${event?.mistake?.reason} ${event?.mistake?.remedy}`,
    ]);
  });

  test("is an event once in ten seconds and device, and each reason a row, with a count that survives a nap", async () => {
    const { account, device, board, topic } = await scene();
    for (const payload of ["x", "21.5", "y", "21.6", "x"]) board.publish(topic, payload);
    await board.all();
    expect(await errorsOf(account)).toHaveLength(1);
    vi.setSystemTime(Date.now() + 10_000);
    await ring(account);
    await nap(account);
    const { deviceId } = device;
    expect(await logOf(account)).toMatchObject([
      { rule: "The message is a number, not an object.", deviceId, count: 2 },
      { rule: "`x` is not JSON.", deviceId, count: 3 },
    ]);
    board.publish(topic, "{");
    await board.all();
    const log = await logOf(account);
    expect(log.map(({ count }) => count)).toEqual([undefined, 2, 3]);
    expect((await errorsOf(account)).map(({ mistake }) => mistake?.byte)).toEqual([1, 1]);
    expect((await account.kept()).every(({ deviceId }) => deviceId === device.deviceId)).toBe(true);
  });

  test("of two devices is counted for each", async () => {
    const { account, board, topic } = await scene();
    const other = account.device();
    await account.rightsAdded();
    const second = await Client.connect(account, other, 4);
    for (let n = 0; n < 3; n++) board.publish(topic, "x");
    second.publish(account.topic(`devices/${other.deviceId}/telemetry`), "x");
    await Promise.all([board.all(), second.all()]);
    expect((await logOf(account)).map(({ count = 1 }) => count).toSorted()).toEqual([1, 3]);
  });

  test("has no reason string where the client does not want one, in 3.1.1 and for a good message", async () => {
    const { account, device, board, topic } = await scene({
      properties: { requestProblemInformation: false },
    });
    const old = await Client.connect(account, device, 4);
    const good = await Client.connect(account, device, 5);
    for (const [client, payload] of [
      [board, "x"],
      [old, "x"],
      [good, '{"t":1}'],
    ] as const) {
      client.publish(topic, payload, { qos: 1, messageId: 1 });
      expect((await client.next("puback")).properties?.reasonString).toBeUndefined();
    }
    good.publish(topic, "", { qos: 1, messageId: 2, retain: true });
    expect((await good.next("puback")).properties?.reasonString).toBeUndefined();
  });

  test("at QoS 2 is named in PUBREC", async () => {
    const { board, topic } = await scene();
    board.publish(topic, "x", { qos: 2, messageId: 1 });
    expect((await board.next("pubrec")).properties?.reasonString).toContain("`x` is not JSON.");
  });

  test("on a channel with a series is a mistake of the device that sent it", async () => {
    const account = new Account();
    const topic = account.topic("water");
    account.series = [{ channelId: crypto.randomUUID(), topic, path: "/value", unit: "m³", name: "water" }];
    const device = account.device(["water"]);
    const board = await Client.connect(account, device);
    const wrong: [string, string][] = [
      ['{"valve":1}', "nothing at `/value`"],
      ['{"value":null}', "`/value` is null"],
      ['{"value":[1]}', "`/value` is a list"],
      ["nan", "`nan` is not JSON"],
    ];
    for (const [payload, reason] of wrong) {
      vi.setSystemTime(Date.now() + 11_000);
      board.publish(topic, payload, { qos: 1, messageId: 1 });
      expect((await board.next("puback")).properties?.reasonString).toContain(reason);
      expect((await errorsOf(account)).at(-1)?.mistake?.reason).toContain(reason);
    }
  });

  test("that has no room for its series names the first key without room, and the limit", async () => {
    useLimits({ MAX_SERIES: 4 });
    const { account, board, topic } = await scene();
    board.publish(topic, '{"a":1,"b":2,"c":3}', { qos: 1, messageId: 1 });
    expect((await board.next("puback")).properties?.reasonString).toContain("MAX_SERIES");
    expect((await errorsOf(account))[0]?.mistake).toMatchObject({
      key: "c",
      reason: expect.stringContaining("MAX_SERIES"),
    });
    expect(await logOf(account)).toMatchObject([
      { kind: "limit", key: "c", remedy: { kind: "limit", limit: "MAX_SERIES" } },
    ]);
  });
});

describe("a packet that breaks a rule", () => {
  test.each<[string, (client: Client, account: Account) => void, string, string]>([
    ["a malformed packet", (client) => client.bytes(new Uint8Array([0, 0])), "", "protocol"],
    [
      "a second CONNECT",
      (client) => client.connect({ clientId: "x" }),
      "A second CONNECT on one connection.",
      "protocol",
    ],
    [
      "a topic without rights",
      (client, account) => client.publish(account.topic("not/mine")),
      "no channel",
      "publish",
    ],
    [
      "a filter without rights",
      (client, account) => void client.subscribe(account.topic("not/mine")),
      "no channel",
      "subscribe",
    ],
    [
      "an unknown topic alias",
      (client) => client.publish("", "x", { properties: { topicAlias: 999 } }),
      "topic alias",
      "limit",
    ],
  ])("%s has its reason in the event and in the log", async (_, act, reason, kind) => {
    const account = new Account();
    const client = await Client.connect(account, account.device());
    act(client, account);
    const [event] = await eventually(
      () => errorsOf(account),
      (events) => events.length > 0,
    );
    expect(event?.mistake?.reason).toContain(reason);
    expect(event?.mistake?.reason).toMatch(/\.$/);
    const log = await eventually(
      () => logOf(account),
      (rows) => rows.length > 0,
    );
    expect(log).toMatchObject([{ kind, rule: event?.mistake?.reason }]);
  });

  test("a sample of long ago names the key ts", async () => {
    const { account, board, topic } = await scene();
    board.publish(topic, '{"t":1,"ts":1700000}', { qos: 1, messageId: 1 });
    expect((await board.next("puback")).reasonCode).toBe(0x99);
    expect((await errorsOf(account))[0]?.mistake).toMatchObject({
      key: "ts",
      reason: expect.stringContaining("two years ago"),
      remedy: "Send ts in milliseconds since 1970, or leave it out.",
    });
  });
});

test("a mistake shows no API key and no more of a message than a sentence needs", async () => {
  const { account, board, topic } = await scene();
  const key = account.apiKey().clientId();
  board.publish(topic, `{"${key}":null,"x":"${"y".repeat(9000)}"}`);
  await board.all();
  const stored = JSON.stringify([await errorsOf(account), await logOf(account)]);
  expect(stored).not.toContain(key);
  expect(stored.length).toBeLessThan(2000);
});
