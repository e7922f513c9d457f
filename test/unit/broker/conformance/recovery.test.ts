/** State after an interruption, a refusal or a wait, compared byte for byte. */

import { describe, expect, test, vi } from "vitest";
import { packet, utf8 } from "../../../support/packet-bytes.ts";
import { nap } from "../support/account.ts";
import { prepare } from "../support/prepare.ts";
import { acknowledge, bytes, keptSession, pair, Scene, u16, u32 } from "./scene.ts";
import { Wire } from "./wire.ts";

prepare();

const DEEP = "a/".repeat(20);

describe("MQTT 5, full profile", () => {
  test("5 [MQTT-3.3.2-6] a message that waits in memory is sent with its remaining expiry", async () => {
    const scene = new Scene(5);
    const start = Date.now();
    vi.setSystemTime(start);
    const reader = await scene.reader("t", 1, { properties: [0x21, u16(1)] });
    const writer = await scene.enter();
    const properties = [0x02, u32(60)];
    await scene.publish(writer, "t", { qos: 1, payload: "a" });
    await scene.publish(writer, "t", { qos: 1, payload: "b", properties });
    vi.setSystemTime(start + 10_000);
    await reader.gets(scene.message("t", { qos: 1, packetId: 1, payload: "a" }));
    reader.send(acknowledge("puback", 1));
    const left = [0x02, u32(50)];
    await reader.gets(scene.message("t", { qos: 1, packetId: 2, payload: "b", properties: left }));
  });

  test("5 [MQTT-3.1.2-24] a client whose CONNACK does not fit takes over no session, ends none and leaves no will [F70]", async () => {
    const scene = new Scene(5);
    const who = scene.apiKey();
    const watcher = await scene.reader("will", 0);
    const holder = await scene.reader("t", 1, keptSession(5), who);
    const knock = await Wire.open(scene.account, 5);
    const will = { topic: scene.topic("will"), payload: "refused" };
    knock.connect(who, { clean: true, will, properties: [0x27, u32(15)] });
    expect(await knock.end()).toBe(1009);
    await watcher.silent();
    await scene.publish(await scene.enter(), "t", { qos: 1 });
    await holder.gets(scene.message("t", { qos: 1, packetId: 1 }));
    await holder.cut();
    expect((await scene.enter(keptSession(5), who)).sessionPresent).toBe(1);
  });

  test("5 [MQTT-3.1.2-24] a client too small even for a refusal is sent none", async () => {
    const scene = new Scene(5);
    const wire = await Wire.open(scene.account, 5);
    wire.connect({ ...scene.credential("t"), password: "wrong" }, { properties: [0x27, u32(4)] });
    expect(await wire.end()).toBe(1008);
  });

  test("5 [MQTT-3.3.4-7] [MQTT-4.9.0-1] the receive maximum starts again with each connection, also after a nap", async () => {
    const scene = new Scene(5, "full", { MQTT_RECEIVE_MAXIMUM: 2 });
    const who = scene.apiKey();
    const first = await scene.enter(keptSession(5), who);
    first.send(...[1, 2].map((packetId) => scene.message("t", { qos: 2, packetId })));
    await first.gets(acknowledge("pubrec", 1), acknowledge("pubrec", 2));
    await first.cut();
    const again = await scene.enter(keptSession(5), who);
    again.send(scene.message("t", { qos: 2, packetId: 3 }));
    await again.gets(acknowledge("pubrec", 3));
    await nap(scene.account);
    // a message of the earlier connection that is sent again counts, too
    again.send(scene.message("t", { qos: 2, packetId: 1, dup: true }));
    await again.gets(acknowledge("pubrec", 1));
    again.send(scene.message("t", { qos: 2, packetId: 4 }));
    await again.refused(0x93);
  });

  test("5 [MQTT-4.3.3-11] [MQTT-4.4.0-1] after a resumption a PUBREL whose PUBCOMP was lost gets the same answer again [F74]", async () => {
    const scene = new Scene(5);
    const who = scene.apiKey();
    const first = await scene.enter(keptSession(5), who);
    first.send(acknowledge("pubrel", 5));
    await first.gets(acknowledge("pubcomp", 5, 0x92));
    first.send(scene.message("t", { qos: 2, packetId: 5 }));
    await first.gets(acknowledge("pubrec", 5));
    first.send(acknowledge("pubrel", 5));
    await first.gets(acknowledge("pubcomp", 5));
    await first.cut();
    const again = await scene.enter(keptSession(5), who);
    await nap(scene.account);
    again.send(acknowledge("pubrel", 5));
    await again.gets(acknowledge("pubcomp", 5));
  });

  test("5 [MQTT-4.3.3-10] repeats of one QoS 2 message are delivered once, and each counts against the publish rate [F470]", async () => {
    vi.setSystemTime(Date.now());
    const { scene, reader, writer } = await pair(new Scene(5, "full", { MQTT_PUBLISH_RATE: 20 }), "t", 0);
    // the burst is four seconds' worth, and refusals before it would count as a flood
    for (let n = 0; n < 49; n++) {
      writer.send(scene.message("t", { qos: 2, packetId: 1, dup: n > 0 }));
      await writer.gets(acknowledge("pubrec", 1));
    }
    writer.send(scene.message("t", { qos: 2, packetId: 1, dup: true }));
    await writer.refused(0x96);
    await reader.gets(scene.message("t"));
    await reader.silent();
  });

  test("5 a PUBLISH over the topic limits is refused with 0x90, and the connection and its alias stay", async () => {
    const { scene, reader, writer } = await pair(new Scene(5), "#", 0);
    writer.send(scene.message(DEEP, { qos: 1, packetId: 3 }));
    await writer.getsWithWords(0x40, 0, 3, 0x90);
    writer.send(scene.message(DEEP, { qos: 2, packetId: 4 }));
    await writer.getsWithWords(0x50, 0, 4, 0x90);
    writer.send(scene.message("x".repeat(600), { qos: 1, packetId: 5, properties: [0x23, u16(1)] }));
    await writer.getsWithWords(0x40, 0, 5, 0x90);
    writer.send(
      packet(0x32, u16(0), u16(6), bytes(0x03, 0x23, u16(1)), utf8("by its alias")),
      scene.message("t", { payload: "goes on" }),
    );
    await writer.getsWithWords(0x40, 0, 6, 0x90);
    await reader.gets(scene.message("t", { payload: "goes on" }));
    writer.send(scene.message(DEEP));
    await writer.refused(0x90);
  });
});
