/** Cases in which other brokers had bugs, in both versions and both profiles. */

import { describe, expect, test, vi } from "vitest";
import { connect, unsubscribe } from "../../../support/packet-bytes.ts";
import { nap } from "../support/account.ts";
import { prepare } from "../support/prepare.ts";
import {
  acknowledge,
  bytes,
  disconnectPacket,
  EVERYWHERE,
  keptSession,
  pair,
  puback,
  Scene,
  suback,
  subscribe,
  u32,
  unsuback,
} from "./scene.ts";
import { Wire } from "./wire.ts";

prepare();

describe.each(EVERYWHERE)("cases, level %i, %s profile", (version, profile) => {
  test("a will without a payload is published, one without a topic is refused", async () => {
    const scene = new Scene(version, profile);
    const reader = await scene.reader("will", 0);
    await (await scene.enter({ will: { topic: scene.topic("will"), payload: "" } })).cut();
    await reader.gets(scene.message("will", { payload: "" }));
    const wire = await Wire.open(scene.account, version);
    wire.send(connect(version, { ...scene.apiKey(), will: { topic: "", payload: "x" } }));
    if (version === 5) expect((await wire.next())[3]).toBeGreaterThanOrEqual(0x81);
    await wire.end();
  });

  test("accepts all packets in one frame: CONNECT, SUBSCRIBE, PUBLISH, UNSUBSCRIBE, PINGREQ, DISCONNECT", async () => {
    const scene = new Scene(version, profile);
    const wire = await Wire.open(scene.account, version);
    const filter = scene.topic("t");
    wire.send(
      bytes(
        connect(version, { ...scene.apiKey(), keepAlive: 0 }),
        subscribe(version, { packetId: 1, filters: [[filter, 0]] }),
        scene.message("t", { qos: 1, packetId: 1 }),
        unsubscribe(version, { packetId: 2, filters: [filter] }),
        bytes("c000"),
        disconnectPacket(version),
        bytes("c000"),
      ),
    );
    expect((await wire.next())[0]).toBe(0x20);
    await wire.gets(
      suback(version, 1, 0),
      scene.message("t"),
      puback(version, 1),
      unsuback(version, 2, 0),
      bytes("d000"),
    );
    expect(await wire.end()).toBe(1000);
  });

  test("the last of two equal filters in one SUBSCRIBE counts", async () => {
    const scene = new Scene(version, profile);
    const reader = await scene.enter();
    const filter = scene.topic("t");
    reader.send(
      subscribe(version, {
        packetId: 1,
        filters: [
          [filter, 1],
          [filter, 0],
        ],
      }),
    );
    await reader.gets(suback(version, 1, 1, 0));
    await scene.publish(await scene.enter(), "t", { qos: 1 });
    await reader.gets(scene.message("t"));
    await reader.silent();
  });

  test("alternating SUBSCRIBE and UNSUBSCRIBE leave the state of the last one", async () => {
    const scene = new Scene(version, profile);
    const who = scene.apiKey();
    const reader = await scene.enter(keptSession(version), who);
    const filters = [scene.topic("t")];
    for (const _ of [1, 2, 3]) {
      await scene.subscribe(reader, "t", 1);
      reader.send(unsubscribe(version, { packetId: 3, filters }));
      await reader.gets(unsuback(version, 3, 0));
    }
    await scene.subscribe(reader, "t", 1);
    await reader.cut();
    await nap(scene.account);
    await scene.publish(await scene.enter(), "t", { qos: 1 });
    await (await scene.enter(keptSession(version), who)).gets(scene.message("t", { qos: 1, packetId: 1 }));
  });

  test("a slow reader gets two hundred messages, each once and in order", async () => {
    const { scene, reader, writer } = await pair(new Scene(version, profile), "t", 1);
    const all = Array.from({ length: 200 }, (_, at) => `${at}`);
    writer.send(
      bytes(...all.map((payload, at) => scene.message("t", { qos: 1, packetId: at + 1, payload }))),
    );
    await writer.gets(...all.map((_, at) => puback(version, at + 1)));
    for (const [at, payload] of all.entries()) {
      const packetId = at + 1;
      await reader.gets(scene.message("t", { qos: 1, packetId, payload }));
      if (packetId % 16 === 0) {
        reader.send(bytes(...Array.from({ length: 16 }, (_, n) => acknowledge("puback", packetId - n))));
      }
    }
    await reader.silent();
  });

  test("five subscribers of one filter, the publisher among them, get each message once", async () => {
    const scene = new Scene(version, profile);
    const readers = await Promise.all([1, 2, 3, 4].map(() => scene.reader("+/t", 0)));
    const writer = await scene.reader("a/#", 0);
    writer.send(scene.message("a/t"), scene.message("b/t"));
    await writer.gets(scene.message("a/t"));
    await writer.silent();
    for (const reader of readers) {
      await reader.gets(scene.message("a/t"), scene.message("b/t"));
      await reader.silent();
    }
  });
});

describe.each(["classic", "full"] as const)("cases of MQTT 5, %s profile", (profile) => {
  test("a will expires like any other message", async () => {
    const scene = new Scene(5, profile);
    const who = scene.apiKey();
    const start = Date.now();
    vi.setSystemTime(start);
    await (await scene.reader("will", 1, keptSession(5), who)).cut();
    const will = { topic: scene.topic("will"), payload: "x", qos: 1, properties: [0x02, u32(5)] };
    await (await scene.enter({ will })).cut();
    vi.setSystemTime(start + 2000);
    const reader = await scene.enter(keptSession(5), who);
    await reader.gets(scene.message("will", { qos: 1, packetId: 1, properties: [0x02, u32(3)] }));
  });
});
