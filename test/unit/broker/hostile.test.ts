import { runInDurableObject } from "cloudflare:test";
import mqtt from "mqtt-packet";
import { describe, expect, test } from "vitest";
import { CONNECT_PACKETS, type NamedPacket, PACKETS } from "../../support/packets.ts";
import { Account, nap } from "./support/account.ts";
import { Client } from "./support/client.ts";
import { newHome } from "./support/home.ts";
import { prepare } from "./support/prepare.ts";

prepare({ MQTT_MAX_QOS: 2, MQTT_RETAIN: true });

const title = (each: NamedPacket): string => `[${each.clause}] v${each.version} ${each.name}`;
const refused = (list: readonly NamedPacket[]): [string, NamedPacket][] =>
  list.filter((each) => each.refused !== null).map((each) => [title(each), each]);

describe("a packet that may not come first gets the standard's answer and a close", () => {
  test.each(refused(CONNECT_PACKETS))("%s", async (_, { version, bytes, refused: expected }) => {
    const client = await Client.open(new Account(), version);
    client.bytes(bytes);
    await client.end();
    const [answer] = client.received;
    if (expected?.silent === true || (version !== 5 && expected?.code311 === undefined)) {
      expect(answer).toBeUndefined();
      return;
    }
    expect(answer).toMatchObject(
      version !== 5
        ? { cmd: "connack", returnCode: expected?.code311, sessionPresent: false }
        : { cmd: "connack", reasonCode: expected?.reason, sessionPresent: false },
    );
  });
});

/** 3.1 has its own protocol name. */
function home31() {
  const account = new Account();
  const who = account.root();
  return () =>
    Client.connect(account, who, 3, { protocolId: "MQIsdp", clientId: crypto.randomUUID().slice(0, 8) });
}

describe("a protocol error closes its own connection only", () => {
  test.each(refused(PACKETS).filter(([, each]) => !each.first))(
    "%s",
    async (_, { version, bytes, refused: expected }) => {
      const join = version === 3 ? home31() : newHome(version).join;
      const bystander = await join();
      const client = await join();
      client.bytes(bytes);
      await client.end();
      expect(client.received.filter((each) => each.cmd !== "disconnect")).toEqual([]);
      if (version === 5)
        expect(client.received).toMatchObject([{ cmd: "disconnect", reasonCode: expected?.reason }]);
      else expect(client.received).toEqual([]);
      expect(await bystander.all()).toEqual([]);
    },
  );
});

describe("frames", () => {
  test("[MQTT-6.0.0-2] packets come in pieces of any size, and the object sleeps between two of them [F28]", async () => {
    const { account, join, reads } = newHome();
    const reader = await reads("t", 0);
    const client = await join();
    const payload = "p".repeat(9000);
    const topic = new TextEncoder().encode(account.topic("t"));
    const whole = new Uint8Array([
      0x30,
      0,
      0,
      0,
      topic.length,
      ...topic,
      0,
      ...new TextEncoder().encode(payload),
    ]);
    const rest = whole.length - 3;
    whole.set([0x30, (rest & 0x7f) | 0x80, rest >> 7], 0);
    for (const cut of [1, 2, 30, 5000, 8999]) {
      client.bytes(whole.subarray(0, cut));
      await nap(account);
      client.bytes(whole.subarray(cut, cut + 1));
      await nap(account);
      client.bytes(whole.subarray(cut + 1));
      expect(String((await reader.next("publish")).payload)).toBe(payload);
    }
  });

  test.each([20, 6000])(
    "a nap keeps the present piece, not an earlier one of the same length, %i bytes",
    async (size) => {
      const { account, join, reads } = newHome();
      const reader = await reads("t", 0);
      const client = await join();
      const [first, second] = ["a", "b"].map((letter) => {
        const message = { topic: account.topic("t"), payload: letter.repeat(size), qos: 0 as const };
        const packet = { cmd: "publish" as const, retain: false, dup: false, ...message };
        return new Uint8Array(mqtt.generate(packet, { protocolVersion: 5 }));
      }) as [Uint8Array, Uint8Array];
      const cut = first.length - 5;
      client.bytes(first.subarray(0, cut));
      await nap(account);
      client.bytes(new Uint8Array([...first.subarray(cut), ...second.subarray(0, cut)]));
      await reader.next("publish");
      await nap(account);
      client.bytes(second.subarray(cut));
      expect(String((await reader.next("publish")).payload)).toBe("b".repeat(size));
    },
  );

  test.each(["a packet", "CONNECT"])("%s that never ends leaves no row", async (what) => {
    const { account, key, join } = newHome();
    const other = await join();
    const client = await Client.open(account);
    if (what === "a packet") {
      client.connect({ clientId: key.clientId() });
      await client.next("connack");
    }
    const piece = new Uint8Array(9000);
    piece.set(
      what === "a packet" ? [0x30, 0xff, 0x7f, 0, 1, 0x61] : [0x10, 0xff, 0x7f, 0, 4, 77, 81, 84, 84, 5],
    );
    client.bytes(piece);
    await nap(account);
    await other.all();
    client.bytes(piece.subarray(0, 5000));
    await client.lose();
    await other.all();
    await nap(account);
    const rows = await runInDurableObject(
      account.stub as never,
      (_: unknown, { storage }: DurableObjectState) =>
        Number(storage.sql.exec("SELECT count(*) AS n FROM fragments").one().n),
    );
    expect(rows).toBe(0);
  });

  test("an object that lost its memory during a CONNECT's lookup lets the client connect again", async () => {
    const account = new Account();
    const key = account.apiKey();
    const { promise, resolve: open } = Promise.withResolvers<void>();
    account.gate = promise;
    const client = await Client.open(account);
    client.connect({ clientId: key.clientId() });
    client.publish(account.topic("early"), "first");
    await client.until(() => account.asked === 1, "not asked");
    const other = await Client.open(account);
    expect(client.received).toEqual([]);
    open();
    await client.next("connack");
    expect(await client.all()).toEqual([]);
    other.cut();
  });
});
