/** Runs the table of `sequences.ts`, and what a first packet, a text and a length may be. */

import { describe, expect, test } from "vitest";
import { STATEMENTS } from "../../../conformance/table.ts";
import {
  type ConnectOptions,
  connect,
  packet,
  properties,
  publish,
  unsubscribe,
} from "../../../support/packet-bytes.ts";
import { prepare } from "../support/prepare.ts";
import { acknowledge, bytes, type Part, Scene, subscribe, text, u16, type Version } from "./scene.ts";
import { SEQUENCES, type Sequence } from "./sequences.ts";
import { Wire } from "./wire.ts";

prepare();

const NAMES = ["t", "u", "open"];
const stranger = (scene: Scene) => scene.credential(...NAMES);

async function withOpen(scene: Scene, wire: Wire, qos: number): Promise<void> {
  await scene.subscribe(wire, "open", qos);
  await scene.publish(await scene.enter({}, stranger(scene)), "open", { qos });
  await wire.gets(scene.message("open", { qos, packetId: 1 }));
}

async function play(row: Sequence, version: 4 | 5, inOneFrame: boolean): Promise<void> {
  const { sent, answers = [], open, closes, heard = [] } = row;
  const scene = new Scene(version);
  const wire = await scene.enter({}, stranger(scene));
  if (open !== undefined) await withOpen(scene, wire, open);
  const listener = await scene.reader("#", 0, {}, stranger(scene));
  const packets = sent.map((each) => each(scene));
  wire.send(...(inOneFrame ? [bytes(...packets)] : packets));
  await wire.gets(...answers.map((each) => each(scene)));
  if (closes === undefined) await wire.silent();
  else if (closes === "left") expect(await wire.end()).toBe(1000);
  else await wire.refused(closes);
  const messages = heard.map((each) => each.split(" ") as [name: string, payload: string]);
  await listener.gets(...messages.map(([name, payload]) => scene.message(name, { payload })));
  await listener.silent();
}

const rows = ([4, 5] as const).flatMap((version) =>
  SEQUENCES.flatMap((row) => {
    const clause = row.clauses[version];
    return clause === undefined
      ? []
      : [{ title: `[${clause}] v${version} ${row.name}`, row, version, clause }];
  }),
);

test.each(rows)("$title", ({ row, version }) => play(row, version, true));

test.each(rows.filter(({ version }) => version === 5))("$title, each packet in its own frame", ({ row }) =>
  play(row, 5, false),
);

test("each numbered clause is a statement of its standard", () => {
  const numbered = rows.filter(({ clause }) => clause.startsWith("MQTT-"));
  expect(numbered.length).toBeGreaterThan(40);
  for (const { clause, version, title } of numbered) {
    const numbers = STATEMENTS[version === 5 ? "5" : "3.1.1"].map(({ number }) => `MQTT-${number}`);
    expect(numbers, title).toContain(clause);
  }
});

test.each([4, 5] as const)(
  "[MQTT-3.3.1-7] a retained will without a payload removes the retained message, level %i",
  async (version) => {
    const scene = new Scene(version);
    const writer = await scene.enter({}, stranger(scene));
    await scene.publish(writer, "t", { qos: 1, retain: true });
    const will = { topic: scene.topic("t"), payload: "", retain: true };
    const listener = await scene.reader("#", 0, {}, stranger(scene));
    await listener.gets(scene.message("t", { retain: true }));
    await (await scene.enter({ will }, stranger(scene))).cut();
    await listener.gets(scene.message("t", { payload: "" }));
    const later = await scene.reader("t", 0, {}, stranger(scene));
    await later.silent();
  },
);

const LONG = { "4,096 levels": "/".repeat(4096), "65,532 bytes": "/tpo".repeat(16_383) };
test.each(Object.entries(LONG))(
  "[MQTT-4.7.3-3] a filter of %s is denied; MQTT 5 denies a message to it, 3.1.1 closes the connection",
  async (_, topic) => {
    for (const version of [4, 5] as const) {
      const scene = new Scene(version);
      const wire = await scene.enter({}, stranger(scene));
      wire.send(subscribe(version, { filters: [[topic, 0]] }));
      const answer = await wire.next();
      expect([answer[0], answer.at(-1)]).toEqual([0x90, version === 4 ? 0x80 : 0x8f]);
      await wire.silent();
      wire.send(publish(version, { topic, qos: 1 }));
      if (version === 4) await wire.end();
      else await wire.getsWithWords(0x40, 0, 1, 0x90);
    }
  },
);

const FIRST: [name: string, build: (version: Version) => Uint8Array][] = [
  ["PUBREL", () => acknowledge("pubrel", 1)],
  ["PUBACK", () => acknowledge("puback", 1)],
  ["UNSUBSCRIBE", (version) => unsubscribe(version)],
  ["CONNACK", () => bytes("20020000")],
  ["AUTH", () => bytes("f000")],
  ["a packet of type 0", () => bytes("0000")],
  ["CONNECT with a body of no bytes", () => bytes("1000")],
  ["the start of an HTTP request", () => new TextEncoder().encode("GET / HTTP/1.1\r\n\r\n")],
];

describe("[MQTT-3.1.0-1] a first packet other than CONNECT closes the connection without an answer, also before a CONNECT", () => {
  test.each(FIRST)("%s", async (_, build) => {
    const scene = new Scene(5);
    for (const version of [3, 4, 5] as const) {
      const wire = await Wire.open(scene.account, version);
      // a CONNECT that follows in the same frame does not save it
      wire.send(bytes(build(version), connect(version, { ...scene.credential("t"), keepAlive: 0 })));
      await wire.end();
    }
  });
});

/** No UTF-8, a surrogate, a code point above the last one, an overlong form, a cut-off one, and U+0000. */
const BAD_TEXTS = ["ff", "eda080", "f4908080", "c0af", "61c3", "610062"].map((hex) => bytes(hex));

type Build = (bad: Uint8Array, version: Version) => Uint8Array;
const on =
  (options: (bad: Uint8Array) => ConnectOptions): Build =>
  (bad, version) =>
    connect(version, { username: "u", password: "p", ...options(bad) });
const willWith = (...parts: Part[]) => ({ will: { topic: "w", payload: "", properties: parts } });

const withWillTopic: Build = (bad, version) => {
  const none = version === 5 ? bytes(0) : bytes();
  return packet(0x10, text("MQTT"), version, 6, u16(0), none, text("c"), none, text(bad), text(""));
};

/** Each text that a client may send, with the first version that has it. */
const TEXTS: Record<string, [from: 4 | 5, build: Build]> = {
  "the client id": [4, on((bad) => ({ clientId: bad }))],
  "the user name": [4, on((bad) => ({ username: bad }))],
  "a will's topic": [4, withWillTopic],
  "an authentication method": [5, on((bad) => ({ properties: [0x15, text(bad)] }))],
  "a user property's name in CONNECT": [5, on((bad) => ({ properties: [0x26, text(bad), text("v")] }))],
  "a user property's value in CONNECT": [5, on((bad) => ({ properties: [0x26, text("n"), text(bad)] }))],
  "a will's content type": [5, on((bad) => willWith(0x03, text(bad)))],
  "a will's response topic": [5, on((bad) => willWith(0x08, text(bad)))],
  "a will's user property": [5, on((bad) => willWith(0x26, text("n"), text(bad)))],
  "the topic": [4, (bad, v) => publish(v, { topic: bad })],
  "a content type": [5, (bad) => publish(5, { properties: [0x03, text(bad)] })],
  "a response topic": [5, (bad) => publish(5, { properties: [0x08, text(bad)] })],
  "a user property's name": [5, (bad) => publish(5, { properties: [0x26, text(bad), text("v")] })],
  "a filter": [
    4,
    (bad, v) =>
      subscribe(v, {
        filters: [
          ["a", 0],
          [bad, 0],
        ],
      }),
  ],
  "a user property in SUBSCRIBE": [5, (bad) => subscribe(5, { properties: [0x26, text("n"), text(bad)] })],
  "a filter to end": [4, (bad, v) => unsubscribe(v, { filters: ["a", bad] })],
  "a reason string in PUBACK": [5, (bad) => acknowledge("puback", 1, 0x80, properties(0x1f, text(bad)))],
  "a reason string in PUBREL": [5, (bad) => acknowledge("pubrel", 1, 0, properties(0x1f, text(bad)))],
  "a reason string in DISCONNECT": [5, (bad) => packet(0xe0, 0, properties(0x1f, text(bad)))],
};

test.each(Object.entries(TEXTS))(
  "[MQTT-1.5.4-1] [MQTT-1.5.4-2] malformed UTF-8 and U+0000 end the connection: %s",
  async (_, [from, build]) => {
    for (const version of [4, 5] as const) {
      const scene = new Scene(version);
      for (const bad of version < from ? [] : BAD_TEXTS) {
        const sent = build(bad, version);
        const isFirst = sent[0] === 0x10;
        const wire = isFirst ? await Wire.open(scene.account, version) : await scene.enter();
        wire.send(sent);
        if (isFirst && version === 5) await wire.getsWithWords(0x20, 0, 0x81);
        if (isFirst) await wire.end();
        else await wire.refused(0x81);
      }
    }
  },
);

const hex = (packet: Uint8Array) => Buffer.from(packet).toString("hex");

/** A packet of each type after CONNECT, as short as possible. */
const WHOLE: Record<string, (version: 4 | 5) => Uint8Array> = {
  PUBLISH: (version) => publish(version, { qos: 1, payload: "" }),
  PUBACK: () => acknowledge("puback", 1),
  PUBREC: () => acknowledge("pubrec", 1),
  PUBREL: () => acknowledge("pubrel", 1),
  PUBCOMP: () => acknowledge("pubcomp", 1),
  SUBSCRIBE: (version) => subscribe(version),
  UNSUBSCRIBE: (version) => unsubscribe(version),
  PINGREQ: () => bytes("c000"),
  DISCONNECT: () => bytes("e000"),
};
/** MQTT 5 could read one byte as a reason, and two as a reason without properties. */
const TOO_MANY = bytes("000000");
const lastField = (whole: Uint8Array, at: number) =>
  bytes(whole.subarray(0, at), 0xff, 0xff, whole.subarray(at + 2));

describe.each([4, 5] as const)(
  "[MQTT-4.13.1-1] a length that is not true ends the connection, level %i",
  (version) => {
    test.each(Object.entries(WHOLE))("%s", async (name, build) => {
      const scene = new Scene(version);
      const whole = build(version);
      const first = whole[0] as number;
      const content = whole.subarray(2);
      const isText = name === "PUBLISH" || name.endsWith("SUBSCRIBE");
      const shorter = Array.from(content, (_, at) => packet(first, content.subarray(0, at)));
      // a payload ends where the packet does
      const longer = name === "PUBLISH" ? [] : [packet(first, content, TOO_MANY)];
      const textAt = name === "PUBLISH" ? 2 : version === 5 ? 5 : 4;
      for (const sent of [...shorter, ...longer, ...(isText ? [lastField(whole, textAt)] : [])]) {
        const wire = await scene.enter();
        wire.send(sent);
        await wire.drain();
        expect([wire.closed, hex(sent)]).toEqual([1002, hex(sent)]);
      }
    });
  },
);
