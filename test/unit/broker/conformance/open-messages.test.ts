/** What may stay open between client and broker: how much, how long, and through a nap. */

import { describe, expect, test, vi } from "vitest";
import { nap } from "../support/account.ts";
import { prepare } from "../support/prepare.ts";
import { acknowledge, keptSession, publish, Scene, u16, u32 } from "./scene.ts";

prepare();

describe("MQTT 5, full profile", () => {
  test("5 [MQTT-3.3.4-7] more open messages than the server's receive maximum is 0x93", async () => {
    const scene = new Scene(5, "full", { MQTT_RECEIVE_MAXIMUM: 3 });
    const writer = await scene.enter();
    for (const packetId of [1, 2, 3]) writer.send(scene.message("t", { qos: 2, packetId }));
    await writer.gets(...[1, 2, 3].map((packetId) => acknowledge("pubrec", packetId)));
    writer.send(scene.message("t", { qos: 1, packetId: 9 }), acknowledge("pubrel", 2));
    await writer.gets(acknowledge("puback", 9), acknowledge("pubcomp", 2));
    writer.send(scene.message("t", { qos: 2, packetId: 4 }), scene.message("t", { qos: 2, packetId: 5 }));
    await writer.gets(acknowledge("pubrec", 4));
    await writer.refused(0x93);
  });

  test("the maximum of open state survives a nap: aliases, messages in both directions, half a packet", async () => {
    const scene = new Scene(5);
    // four bytes each in UTF-8, and two code units in memory
    const name = (at: number) => `${"\u{1f600}".repeat(53)}${String.fromCharCode(97 + at)}`;
    const aliases = Array.from({ length: 16 }, (_, at) => at);
    const open = Array.from({ length: 32 }, (_, at) => at + 1);
    const who = scene.apiKey("s".repeat(190));
    const wire = await scene.reader(
      "+",
      2,
      { ...keptSession(5), properties: [0x11, u32(600), 0x22, u16(16)] },
      who,
    );
    const reader = await scene.reader("+", 0);
    const writer = await scene.enter();
    for (const at of aliases) await scene.publish(writer, name(at));
    for (const at of aliases)
      wire.send(scene.message(name(at), { properties: [0x23, u16(at + 1)], payload: "a" }));
    for (const packetId of open) wire.send(scene.message(name(0), { qos: 2, packetId }));
    const large = scene.message(name(0), { payload: "x".repeat(5000) });
    wire.send(large.subarray(0, 4096));
    await nap(scene.account);
    wire.send(large.subarray(4096), publish(5, { topic: "", properties: [0x23, u16(16)], payload: "end" }));
    await wire.drain();
    expect(wire.closed).toBeNull();
    await reader.drain();
    for (const packetId of open) wire.send(acknowledge("pubrel", packetId));
    await wire.gets(...open.map((packetId) => acknowledge("pubcomp", packetId)));
  });

  test("5 [MQTT-3.3.4-7] with a lower receive maximum the unacknowledged messages are sent again in portions", async () => {
    const scene = new Scene(5);
    const who = scene.apiKey();
    const reader = await scene.reader("t", 1, keptSession(5), who);
    const writer = await scene.enter();
    for (const payload of ["1", "2", "3"]) await scene.publish(writer, "t", { qos: 1, payload });
    await reader.drain();
    await reader.cut();
    const again = await scene.enter(keptSession(5, 600, 0x21, u16(1)), who);
    for (const packetId of [1, 2, 3]) {
      await again.gets(scene.message("t", { qos: 1, packetId, payload: `${packetId}`, dup: true }));
      await again.silent();
      again.send(acknowledge("puback", packetId));
    }
    await scene.publish(writer, "t", { qos: 1, payload: "4" });
    await again.gets(scene.message("t", { qos: 1, packetId: 4, payload: "4" }));
  });

  test("5 [MQTT-4.3.3-7] [MQTT-4.3.3-13] a message that was sent no longer expires", async () => {
    const scene = new Scene(5);
    const who = scene.apiKey();
    const start = Date.now();
    vi.setSystemTime(start);
    const reader = await scene.reader("t", 2, keptSession(5), who);
    await scene.publish(await scene.enter(), "t", { qos: 2, properties: [0x02, u32(2)] });
    await reader.gets(scene.message("t", { qos: 2, packetId: 1, properties: [0x02, u32(2)] }));
    await reader.cut();
    vi.setSystemTime(start + 10_000);
    const again = await scene.enter(keptSession(5), who);
    const repeated = await again.next();
    expect(repeated[0]).toBe(0x3c);
    again.send(acknowledge("pubrec", 1));
    await again.gets(acknowledge("pubrel", 1));
    again.send(acknowledge("pubcomp", 1));
    await again.silent();
  });
});
