/** The default profile byte by byte over all three transports, and the corpus of malformed packets. */

import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { type Account, newAccount, PASSWORD } from "../support/account.ts";
import { type ByteStream, overTcp, overWebSocket } from "../support/byte-stream.ts";
import {
  acknowledge,
  bytes,
  type ConnectOptions,
  connect,
  pingreq,
  publish,
  subscribe,
  u32,
  type Version,
} from "../support/packet-bytes.ts";
import { CONNECT_PACKETS, type NamedPacket, PACKETS } from "../support/packets.ts";

const hex = (packet: Uint8Array): string => Buffer.from(packet).toString("hex");
/** Simultaneous connections of the corpus. */
const AT_ONCE = 20;
const baseUrl = inject("baseUrl");
const webSocket = baseUrl.replace(/^http/, "ws");

describe("a packet's bytes", () => {
  let account: Account;
  let key: string;
  const open: ByteStream[] = [];

  beforeAll(async () => {
    account = await newAccount(baseUrl);
    ({ key } = await account.newKey());
  });
  afterAll(() => {
    for (const stream of open) stream.close();
  });

  const ways: Record<string, () => Promise<ByteStream>> = {
    "the account's address": () => overWebSocket(`${webSocket}/mqtt/${account.userId}`),
    "the one address": () => overWebSocket(`${webSocket}/mqtt`),
    tcp: () => overTcp(inject("tcpPort")),
  };

  async function enter(way: string, version: Version, suffix: string, options: ConnectOptions = {}) {
    const stream = await (ways[way] as () => Promise<ByteStream>)();
    open.push(stream);
    stream.send(connect(version, { clientId: `${key}__${suffix}`, ...options }));
    const connack = Buffer.from(await stream.next(), "hex");
    expect([connack[0], connack[3]]).toEqual([0x20, 0]);
    return { stream, sessionPresent: connack[2] };
  }

  describe.each(Object.keys(ways))("%s", (way) => {
    test.each([4, 5] as const)("QoS 2 and a retained message, across a cut, level %i", async (version) => {
      const topic = `${account.userId}/${way}/${version}`;
      const kept = version === 4 ? { clean: false } : { clean: false, properties: [0x11, u32(60)] };
      const who = `reader-${crypto.randomUUID()}`;
      const reader = await enter(way, version, who, kept);
      const writer = await enter(way, version, `writer-${crypto.randomUUID()}`);
      writer.stream.send(publish(version, { topic, qos: 2, packetId: 7, retain: true, payload: "kept" }));
      expect(await writer.stream.next()).toBe("50020007");
      writer.stream.send(acknowledge("pubrel", 7));
      expect(await writer.stream.next()).toBe("70020007");
      reader.stream.send(subscribe(version, { packetId: 9, filters: [[topic, 2]] }));
      expect(await reader.stream.next()).toBe(version === 4 ? "9003000902" : "900400090002");
      const sent = { topic, qos: 2, packetId: 1, retain: true, payload: "kept" };
      expect(await reader.stream.next()).toBe(hex(publish(version, sent)));
      reader.stream.close();
      const again = await enter(way, version, who, kept);
      expect(again.sessionPresent).toBe(1);
      expect(await again.stream.next()).toBe(hex(publish(version, { ...sent, dup: true })));
      again.stream.send(acknowledge("pubrec", 1));
      expect(await again.stream.next()).toBe("62020001");
      again.stream.send(acknowledge("pubcomp", 1), pingreq());
      expect(await again.stream.next()).toBe("d000");
    });
  });
});

const wrong = [...CONNECT_PACKETS, ...PACKETS].filter(({ refused }) => refused !== null);

test("every malformed packet ends its own connection, and the account continues", async () => {
  const account = await newAccount(baseUrl);
  const { key } = await account.newKey();
  const address = `${webSocket}/mqtt/${account.userId}`;
  const bystander = await overWebSocket(address);
  bystander.send(connect(5, { clientId: `${key}__bystander` }));
  await bystander.next();
  const { username } = await account.newCredential(`old-${crypto.randomUUID()}`, []);
  const login = (version: Version): ConnectOptions => {
    const id = crypto.randomUUID();
    // 3.1 allows client ids of 23 characters: an API key does not fit
    return version === 3
      ? { clientId: id.slice(0, 8), username, password: PASSWORD }
      : { clientId: `${key}__${id}` };
  };
  const outcome = async ({ version, bytes: packet, first, refused, name }: NamedPacket) => {
    const stream = await overWebSocket(address);
    if (!first) {
      stream.send(connect(version, login(version)));
      await stream.next();
    }
    stream.send(packet);
    const said = await stream.ended();
    const silent = refused?.silent === true || (version !== 5 && refused?.code311 === undefined);
    const expected = silent ? "" : first ? "20" : "e0";
    return said.slice(0, 2) === expected ? null : `${name}: ${said}`;
  };
  for (let from = 0; from < wrong.length; from += AT_ONCE) {
    const outcomes = await Promise.all(wrong.slice(from, from + AT_ONCE).map(outcome));
    expect(outcomes.filter((each) => each !== null)).toEqual([]);
  }
  bystander.send(bytes("c000"));
  expect(await bystander.next()).toBe("d000");
  bystander.close();
}, 120_000);
