/** Limits that both sides announce in MQTT 5: receive maximum, packet size, aliases, expiry. */

import { runDurableObjectAlarm } from "cloudflare:test";
import { describe, expect, test, vi } from "vitest";
import { nap } from "../support/account.ts";
import { prepare } from "../support/prepare.ts";
import {
  acknowledge,
  bytes,
  connackProperties,
  disconnectPacket,
  keptSession,
  pair,
  publish,
  Scene,
  suback,
  subscribe,
  text,
  u16,
  u32,
} from "./scene.ts";
import { Wire } from "./wire.ts";

prepare();

describe.each(["classic", "full"] as const)("MQTT 5, %s profile", (profile) => {
  test("5 [MQTT-3.3.4-9] [MQTT-3.3.4-10] [MQTT-4.9.0-1] [MQTT-4.9.0-2] [MQTT-4.9.0-3] the client's receive maximum bounds unacknowledged messages; QoS 0 and other packets continue [F25]", async () => {
    const { scene, reader, writer } = await pair(new Scene(5, profile), "t", 1, {
      properties: [0x21, u16(2)],
    });
    for (const payload of ["a", "b", "c", "d"]) await scene.publish(writer, "t", { qos: 1, payload });
    await scene.publish(writer, "t", { payload: "zero" });
    const sent = (payload: string, packetId: number) => scene.message("t", { qos: 1, packetId, payload });
    await reader.gets(sent("a", 1), sent("b", 2), scene.message("t", { payload: "zero" }));
    await reader.silent();
    await scene.subscribe(reader, "other", 0);
    await nap(scene.account);
    reader.send(acknowledge("puback", 2));
    await reader.gets(sent("c", 3));
    await reader.silent();
    reader.send(acknowledge("puback", 1), acknowledge("puback", 3));
    await reader.gets(sent("d", 4));
    await reader.silent();
  });

  test("5 [MQTT-3.1.2-24] [MQTT-3.1.2-25] a message too large for one client is dropped for that client only, and the next one arrives", async () => {
    const scene = new Scene(5, profile);
    const exact = scene.message("t", { qos: 1, payload: "x".repeat(50) }).length;
    const small = await scene.reader("t", 1, { properties: [0x27, u32(exact)] });
    const large = await scene.reader("t", 1);
    const writer = await scene.enter();
    for (const length of [50, 51, 1]) {
      await scene.publish(writer, "t", { qos: 1, payload: "x".repeat(length) });
    }
    const sent = (length: number, packetId: number) =>
      scene.message("t", { qos: 1, packetId, payload: "x".repeat(length) });
    await small.gets(sent(50, 1), sent(1, 2));
    await large.gets(sent(50, 1), sent(51, 2), sent(1, 3));
  });

  test("5 [MQTT-3.2.2-19] [MQTT-3.2.2-20] a refusing CONNACK omits its reason string where it does not fit, and has no user properties", async () => {
    const scene = new Scene(5, profile);
    const wire = await Wire.open(scene.account, 5);
    wire.connect({ ...scene.credential("t"), password: "wrong" }, { properties: [0x27, u32(8)] });
    await wire.gets(bytes("2003008600"));
    await wire.end();
  });

  test("5 [MQTT-3.4.2-2] [MQTT-3.4.2-3] [MQTT-3.9.2-1] [MQTT-3.9.2-2] [MQTT-3.14.2-3] [MQTT-3.14.2-4] [MQTT-3.14.2-2] [MQTT-3.14.2-1] PUBACK, SUBACK and DISCONNECT omit their reason string where it does not fit", async () => {
    const scene = new Scene(5, profile);
    const person = scene.credential("own");
    const wire = await scene.enter({ properties: [0x27, u32(40)] }, person);
    wire.send(publish(5, { topic: scene.topic("other"), qos: 1 }));
    await wire.gets(bytes("4003000187"));
    const filters: [string, number][] = [[scene.topic("other"), 0]];
    wire.send(subscribe(5, { packetId: 1, filters }));
    await wire.gets(suback(5, 1, 0x87));
    wire.send(bytes("c100"));
    const last = await wire.next();
    expect(last.length).toBeLessThanOrEqual(40);
    expect([last[0], last[2]]).toEqual([0xe0, 0x81]);
    await wire.end();
  });

  test("5 [MQTT-3.1.2-29] [MQTT-3.11.2-1] [MQTT-3.11.2-2] [MQTT-3.5.2-2] without Request Problem Information no acknowledgement has a reason string; DISCONNECT may have one", async () => {
    const scene = new Scene(5, profile);
    const wire = await scene.enter({ properties: [0x17, 0] }, scene.credential("own"));
    wire.send(publish(5, { topic: scene.topic("other"), qos: 1 }));
    expect((await wire.next()).length).toBeLessThan(7);
    if (profile === "full") {
      wire.send(publish(5, { topic: scene.topic("other"), qos: 2 }));
      expect((await wire.next()).length).toBeLessThan(7);
    }
    wire.send(bytes("c100"));
    await wire.refused(0x81);
  });

  test("5 [MQTT-3.1.2-26] [MQTT-3.3.2-7] [MQTT-3.3.2-8] [MQTT-3.3.2-11] aliases to a client go from 1 to its maximum, survive a nap, and start again with a new connection", async () => {
    const scene = new Scene(5, profile);
    const who = scene.apiKey();
    const props = { ...keptSession(5), properties: [0x11, u32(600), 0x22, u16(1)] };
    const reader = await scene.reader("+", 0, props, who);
    const writer = await scene.enter();
    await scene.publish(writer, "a");
    await scene.publish(writer, "b");
    await nap(scene.account);
    await scene.publish(writer, "a");
    await reader.gets(
      scene.message("a", { properties: [0x23, u16(1)] }),
      scene.message("b"),
      publish(5, { topic: "", properties: [0x23, u16(1)] }),
    );
    await reader.cut();
    const again = await scene.enter(props, who);
    await scene.publish(writer, "b");
    await again.gets(scene.message("b", { properties: [0x23, u16(1)] }));
  });

  test("5 [MQTT-3.1.2-27] without a topic alias maximum no alias is sent", async () => {
    const { scene, reader, writer } = await pair(new Scene(5, profile), "t", 0);
    for (const _ of [1, 2, 3]) await scene.publish(writer, "t");
    await reader.gets(scene.message("t"), scene.message("t"), scene.message("t"));
  });

  test("5 [MQTT-3.3.2-12] [MQTT-3.3.2-7] [MQTT-3.2.2-17] aliases from a client work up to the maximum and over a nap, but not over a new connection", async () => {
    const scene = new Scene(5, profile);
    const who = scene.apiKey();
    const reader = await scene.reader("#", 0);
    const writer = await scene.enter(keptSession(5), who);
    const aliased = (name: string, alias: number) =>
      publish(5, { topic: name === "" ? "" : scene.topic(name), properties: [0x23, u16(alias)] });
    for (const alias of [1, 16]) writer.send(aliased(`t${alias}`, alias));
    await writer.silent();
    await nap(scene.account);
    for (const alias of [16, 1]) writer.send(aliased("", alias));
    writer.send(aliased("new", 16), aliased("", 16));
    await writer.silent();
    await reader.gets(...["t1", "t16", "t16", "t1", "new", "new"].map((name) => scene.message(name)));
    await writer.cut();
    const again = await scene.enter(keptSession(5), who);
    again.send(aliased("", 1));
    await again.refused(0x82);
  });

  test("5 [MQTT-3.3.2-9] [MQTT-3.3.2-8] alias 0 and an alias above the maximum are 0x94 [T25]", async () => {
    const scene = new Scene(5, profile);
    for (const alias of [0, 17, 65_535]) {
      const writer = await scene.enter();
      writer.send(scene.message("t", { properties: [0x23, u16(alias)] }));
      await writer.refused(0x94);
    }
  });

  test("5 [MQTT-3.2.2-15] [MQTT-4.13.1-1] a packet above the maximum size is 0x95 before it has arrived completely", async () => {
    const wire = await new Scene(5, profile).enter();
    wire.send(bytes("30ffff7f00"));
    await wire.refused(0x95);
  });

  test("5 [MQTT-4.1.0-2] [MQTT-3.1.2-23] a session ends after its expiry interval, which DISCONNECT may change", async () => {
    const scene = new Scene(5, profile);
    const [one, two] = [scene.apiKey(), scene.apiKey()];
    const start = Date.now();
    vi.setSystemTime(start);
    await (await scene.enter(keptSession(5, 5), one)).cut();
    const changed = await scene.enter(keptSession(5, 5), two);
    changed.send(disconnectPacket(5, 0, 5, 0x11, u32(60)));
    await changed.end();
    vi.setSystemTime(start + 6000);
    await runDurableObjectAlarm(scene.account.stub);
    expect((await scene.enter(keptSession(5), one)).sessionPresent).toBe(0);
    expect((await scene.enter(keptSession(5), two)).sessionPresent).toBe(1);
  });

  test("5 [MQTT-3.14.4-1] [MQTT-3.14.4-2] [MQTT-4.13.1-1] DISCONNECT cannot prolong a session with expiry 0", async () => {
    const wire = await new Scene(5, profile).enter();
    wire.send(disconnectPacket(5, 0, 5, 0x11, u32(60)));
    await wire.refused(0x82);
  });

  test("5 [MQTT-3.1.2-21] [MQTT-3.2.2-21] [MQTT-3.2.2-22] CONNACK has a server keep alive and a lowered expiry, only where they differ from the client's", async () => {
    const scene = new Scene(5, profile);
    const patient = await scene.enter({ keepAlive: 600, properties: [0x11, u32(0xffff_ffff)] });
    const said = connackProperties(patient.connack);
    expect([said.get(0x13), said.get(0x11)]).toEqual(["003c", "00015180"]);
    const plain = connackProperties((await scene.enter({ keepAlive: 30 })).connack);
    expect([plain.has(0x13), plain.has(0x11)]).toEqual([false, false]);
  });

  test("5 [MQTT-3.1.2-28] [MQTT-4.12.0-6] CONNACK has no response information and no authentication method", async () => {
    const { connack } = await new Scene(5, profile).enter({ properties: [0x19, 0] });
    const said = connackProperties(connack);
    expect([said.has(0x1a), said.has(0x15), said.has(0x16)]).toEqual([false, false, false]);
  });

  test("5 [MQTT-4.12.0-1] [MQTT-4.12.0-4] an authentication method is refused with 0x8C, AUTH without one with 0x82 [MQTT-4.12.0-7] [MQTT-4.12.1-2]", async () => {
    const scene = new Scene(5, profile);
    const wire = await Wire.open(scene.account, 5);
    wire.connect(scene.apiKey(), { properties: [0x15, text("SCRAM-SHA-1")] });
    await wire.getsWithWords(0x20, 0, 0x8c);
    await wire.end();
    const other = await scene.enter();
    other.send(bytes(0xf0, 0x07, 0x18, 0x05, 0x15, text("me")));
    await other.refused(0x82);
  });
});
