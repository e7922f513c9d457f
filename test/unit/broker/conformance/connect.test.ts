/** CONNECT and its responses. */

import { describe, expect, test } from "vitest";
import { connect, unsubscribe } from "../../../support/packet-bytes.ts";
import { prepare } from "../support/prepare.ts";
import { acknowledge, bytes, connackProperties, EVERYWHERE, Scene, suback, subscribe } from "./scene.ts";
import { Wire } from "./wire.ts";

prepare();

const wrong = (version: 4 | 5, code311: number, reason: number) =>
  version === 4 ? [0x20, 0, code311] : [0x20, 0, reason];

const assignedId = (connack: Uint8Array): string =>
  Buffer.from(connackProperties(connack).get(0x12)?.slice(4) ?? "", "hex").toString();

describe.each(EVERYWHERE)("CONNECT, level %i, %s profile", (version, profile) => {
  test("3.1.1 [MQTT-3.1.4-4] [MQTT-3.2.0-1] [MQTT-3.2.2-1] 5 [MQTT-3.1.4-5] [MQTT-3.2.0-1] [MQTT-3.2.2-1] [MQTT-3.2.2-2] [MQTT-3.2.2-8] CONNACK comes first, with the capabilities of the profile", async () => {
    const { connack } = await new Scene(version, profile).enter();
    if (version === 4) {
      expect(connack).toEqual(bytes("20020000"));
      return;
    }
    const said = { 33: "0020", 34: "0010", 39: "00100000", 40: "01", 41: "01", 42: "01" };
    const ofProfile = profile === "classic" ? { 36: "01", 37: "00" } : { 37: "01" };
    expect(Object.fromEntries(connackProperties(connack))).toEqual({ ...said, ...ofProfile });
  });

  test("3.1.1 [MQTT-3.1.0-2] 5 [MQTT-3.1.0-2] [MQTT-3.2.0-2] [MQTT-4.13.1-1] a second CONNECT ends the connection", async () => {
    const scene = new Scene(version, profile);
    const wire = await scene.enter();
    wire.connect(scene.apiKey());
    await wire.refused(0x82);
  });

  test("3.1.1 [MQTT-3.1.2-2] [MQTT-3.2.2-4] [MQTT-3.2.2-5] 5 [MQTT-3.1.2-2] [MQTT-3.2.2-7] an unknown protocol level is refused with its code", async () => {
    const wire = await Wire.open(new Scene(version, profile).account, version);
    wire.send(connect(4, { level: 9 }));
    const answer = await wire.next();
    expect([answer[0], answer[2], answer[3]]).toEqual([0x20, 0, answer.length === 4 ? 1 : 0x84]);
    await wire.end();
  });

  test("3.1.1 [MQTT-3.1.2-3] [MQTT-3.1.4-1] 5 [MQTT-3.1.2-3] [MQTT-3.1.4-1] the reserved flag must be 0", async () => {
    const wire = await Wire.open(new Scene(version, profile).account, version);
    wire.send(connect(version, { flags: 0x03 }));
    if (version === 5) await wire.getsWithWords(0x20, 0, 0x81);
    await wire.end();
  });

  test("3.1.1 [MQTT-3.1.4-5] 5 [MQTT-3.1.4-2] [MQTT-3.1.4-6] [MQTT-3.2.2-6] [MQTT-3.14.0-1] [MQTT-4.13.2-1] after a refusal no packet is processed, and no DISCONNECT follows", async () => {
    const scene = new Scene(version, profile);
    const reader = await scene.reader("t");
    const wire = await Wire.open(scene.account, version);
    const stranger = { ...scene.credential("t"), password: "wrong" };
    wire.connect(stranger);
    wire.send(scene.message("t"), subscribe(version, { filters: [[scene.topic("t"), 0]] }), bytes("c000"));
    await wire.getsWithWords(...wrong(version, 4, 0x86));
    await wire.end();
    await reader.silent();
  });

  test("3.1.1 [MQTT-3.1.3-5] 5 [MQTT-3.1.3-5] client ids of 1 to 23 letters and digits are allowed", async () => {
    const scene = new Scene(version, profile);
    const person = scene.credential("t");
    for (const clientId of ["a", "Z9", "0123456789abcdefghijkLM"]) await scene.enter({ clientId }, person);
  });

  test("3.1.1 [MQTT-3.1.3-6] 5 [MQTT-3.1.3-6] [MQTT-3.1.3-7] [MQTT-3.2.2-16] an empty client id gets a generated one", async () => {
    const scene = new Scene(version, profile);
    const person = scene.credential("t");
    const first = await scene.enter({ clientId: "" }, person);
    const second = await scene.enter({ clientId: "" }, person);
    await first.silent();
    await second.silent();
    if (version === 4) return;
    const [one, two] = [first, second].map((each) => assignedId(each.connack));
    expect(one).toMatch(/\S+/);
    expect(two).not.toBe(one);
    // a client that uses this id is the same client
    await scene.enter({ clientId: one as string }, person);
    await first.refused(0x8e);
  });

  test("3.1.1 [MQTT-3.1.3-8] [MQTT-3.2.2-4] 5 [MQTT-3.1.3-6] an empty id without a clean start: code 2 in 3.1.1, a generated id in 5", async () => {
    const scene = new Scene(version, profile);
    const wire = await Wire.open(scene.account, version);
    wire.connect(scene.credential("t"), { clientId: "", clean: false });
    if (version === 5) {
      expect(assignedId(await wire.next())).toMatch(/\S+/);
      return;
    }
    await wire.gets(bytes("20020002"));
    await wire.end();
  });

  test("3.1.1 [MQTT-3.1.3-9] 5 [MQTT-3.1.3-8] an invalid client id is refused with its code", async () => {
    const scene = new Scene(version, profile);
    const wire = await Wire.open(scene.account, version);
    wire.connect(scene.credential("t"), { clientId: "x".repeat(257) });
    await wire.getsWithWords(...wrong(version, 2, 0x85));
    await wire.end();
  });

  test("3.1.1 [MQTT-3.2.2-6] [MQTT-4.8.0-1] 5 [MQTT-3.1.4-1] 3.1.1 closes without a CONNACK where no return code fits", async () => {
    const wire = await Wire.open(new Scene(version, profile).account, version);
    wire.send(connect(version, { flags: 0x3e }));
    if (version === 5) await wire.getsWithWords(0x20, 0, 0x81);
    await wire.end();
  });

  test("3.1.1 [MQTT-3.12.4-1] 5 [MQTT-3.12.4-1] PINGREQ is answered", async () => {
    await (await new Scene(version, profile).enter()).silent();
  });

  test("3.1.1 [MQTT-6.0.0-2] 5 [MQTT-6.0.0-2] packet boundaries and frame boundaries are independent", async () => {
    const scene = new Scene(version, profile);
    const wire = await Wire.open(scene.account, version);
    const all = bytes(
      connect(version, { keepAlive: 0, ...scene.apiKey() }),
      subscribe(version, { packetId: 5, filters: [[scene.topic("t"), 1]] }),
      scene.message("t", { qos: 1, packetId: 6 }),
    );
    wire.send(...[...all].map((byte) => Uint8Array.of(byte)));
    expect((await wire.next())[3]).toBe(0);
    await wire.gets(
      suback(version, 5, 1),
      scene.message("t", { qos: 1, packetId: 1 }),
      acknowledge("puback", 6),
    );
    wire.send(bytes(acknowledge("puback", 1), scene.message("t"), bytes("c000c000"), scene.message("t")));
    await wire.gets(scene.message("t"), bytes("d000"), bytes("d000"), scene.message("t"));
  });

  test("3.1.1 [MQTT-6.0.0-4] [MQTT-7.1.1-1] 5 [MQTT-4.2.0-1] [MQTT-6.0.0-4] the transport is WebSocket with the subprotocol mqtt", async () => {
    await Wire.open(new Scene(version, profile).account, version); // Wire.open checks the response
  });

  test("3.1.1 [MQTT-6.0.0-1] 5 [MQTT-6.0.0-1] a text frame ends the connection, before CONNECT and after it [F29]", async () => {
    const scene = new Scene(version, profile);
    const fresh = await Wire.open(scene.account, version);
    fresh.text("hello");
    expect(await fresh.end()).toBe(1003);
    const wire = await scene.enter();
    wire.text("c000");
    await wire.refused(0x81);
    expect(wire.closed).toBe(1003);
  });

  test("3.1.1 [MQTT-4.7.3-2] [MQTT-1.5.3-2] 5 [MQTT-4.7.3-2] [MQTT-1.5.4-2] U+0000 in a topic or a filter ends the connection", async () => {
    const scene = new Scene(version, profile);
    for (const packet of [
      scene.message("a\u0000b"),
      subscribe(version, { filters: [[scene.topic("a\u0000"), 0]] }),
      unsubscribe(version, { filters: [scene.topic("\u0000")] }),
    ]) {
      const wire = await scene.enter();
      wire.send(packet);
      await wire.refused(0x81);
    }
  });

  test("3.1.1 [MQTT-4.8.0-1] 5 [MQTT-3.1.0-1] a first packet other than CONNECT closes the connection without a reply", async () => {
    const scene = new Scene(version, profile);
    for (const packet of [bytes("c000"), scene.message("t"), subscribe(version), bytes("e000")]) {
      const wire = await Wire.open(scene.account, version);
      wire.send(packet);
      await wire.end();
    }
  });

  test("3.1.1 [MQTT-2.2.2-1] [MQTT-3.14.1-1] [MQTT-2.2.2-2] 5 [MQTT-3.14.1-1] [MQTT-2.1.3-1] reserved bits are malformed", async () => {
    const wire = await new Scene(version, profile).enter();
    wire.send(bytes("e100"));
    await wire.refused(0x81);
  });
});
