/** Properties of messages and subscription options of MQTT 5. */

import { describe, expect, test, vi } from "vitest";
import { nap } from "../support/account.ts";
import { prepare } from "../support/prepare.ts";
import { acknowledge, bytes, keptSession, type Part, publish, Scene, text, u32 } from "./scene.ts";

prepare();

const pair = (name: string, value: string): Part[] => [0x26, text(name), text(value)];

/** The properties of a QoS 0 PUBLISH, each in hex. The order of different properties may change. */
function propertiesOf(message: Uint8Array, topic: string): Uint8Array {
  const at = 2 + ((message[1] as number) >= 0x80 ? 1 : 0) + 2 + new TextEncoder().encode(topic).length;
  const length = message[at] as number;
  return message.subarray(at + 1, at + 1 + length);
}

describe.each(["classic", "full"] as const)("messages of MQTT 5, %s profile", (profile) => {
  test("5 [MQTT-3.3.2-4] [MQTT-3.3.2-15] [MQTT-3.3.2-16] [MQTT-3.3.2-17] [MQTT-3.3.2-18] [MQTT-3.3.2-20] all properties reach every subscriber unaltered, live or from the queue, user properties in order", async () => {
    const scene = new Scene(5, profile);
    const who = scene.apiKey();
    const live = await scene.reader("t", 0);
    await (await scene.reader("t", 1, keptSession(5), who)).cut();
    const parts: Part[][] = [
      [0x01, 1],
      [0x03, text("application/json")],
      [0x08, text("not/ours/answer")],
      [0x09, text(bytes("00ff80"))],
      [...pair("z", "1"), ...pair("a", "\u00e9"), ...pair("z", ""), ...pair("", "1")],
    ];
    await scene.publish(await scene.enter(), "t", { qos: 1, payload: "{}", properties: parts.flat() });
    await nap(scene.account);
    const later = await scene.enter(keptSession(5), who);
    const expected = bytes(...parts.flat());
    for (const wire of [live, later]) {
      const message = await wire.next();
      const said =
        wire === live ? propertiesOf(message, scene.topic("t")) : message.subarray(-2 - expected.length, -2);
      for (const part of parts) {
        const wanted = Buffer.from(bytes(...part)).toString("hex");
        expect(Buffer.from(said).toString("hex")).toContain(wanted);
      }
      expect(said.length).toBe(expected.length);
      expect(Buffer.from(message.subarray(-2)).toString()).toBe("{}");
    }
  });

  test("5 [MQTT-3.3.2-5] [MQTT-3.3.2-6] an expired message is not delivered; others carry the remaining expiry", async () => {
    const scene = new Scene(5, profile);
    const who = scene.apiKey();
    const start = Date.now();
    vi.setSystemTime(start);
    await (await scene.reader("t", 1, keptSession(5), who)).cut();
    const writer = await scene.enter();
    for (const seconds of [1, 60])
      await scene.publish(writer, "t", { qos: 1, properties: [0x02, u32(seconds)] });
    await scene.publish(writer, "t", { qos: 1, payload: "no expiry" });
    vi.setSystemTime(start + 10_000);
    const later = await scene.enter(keptSession(5), who);
    await later.gets(
      scene.message("t", { qos: 1, packetId: 1, properties: [0x02, u32(50)] }),
      scene.message("t", { qos: 1, packetId: 2, payload: "no expiry" }),
    );
    await later.silent();
  });

  test("5 [MQTT-1.5.7-1] [MQTT-3.3.2-13] [MQTT-3.3.2-14] [MQTT-3.3.2-19] invalid UTF-8 and a response topic with a wildcard are malformed", async () => {
    const scene = new Scene(5, profile);
    const wrong: Part[][] = [
      [0x26, text(bytes("ff")), text("v")],
      [0x26, text("n"), text(bytes("c080"))],
      [0x08, text(bytes("ff"))],
      [0x08, text("a/#")],
      [0x03, text(bytes("eda080"))],
    ];
    for (const properties of wrong) {
      const writer = await scene.enter();
      writer.send(scene.message("t", { properties }));
      const last = await writer.next();
      expect(last[0]).toBe(0xe0);
      expect(last[2]).toBeGreaterThanOrEqual(0x81);
      await writer.end();
    }
  });

  test("5 [MQTT-3.3.4-3] [MQTT-3.3.4-4] one copy carries the identifiers of all matching subscriptions; a client must not send one [MQTT-3.3.4-6]", async () => {
    const scene = new Scene(5, profile);
    const reader = await scene.enter();
    await scene.subscribe(reader, "t/#", 0, 0x0b, 1);
    await scene.subscribe(reader, "t/+", 0, 0x0b, 0x80, 0x02);
    await scene.subscribe(reader, "#", 0);
    const writer = await scene.enter();
    await scene.publish(writer, "t/a");
    const message = await reader.next();
    const said = Buffer.from(propertiesOf(message, scene.topic("t/a"))).toString("hex");
    expect(["0b010b8002", "0b80020b01"]).toContain(said);
    await scene.publish(writer, "other");
    await reader.gets(scene.message("other"));
    writer.send(scene.message("t/a", { properties: [0x0b, 1] }));
    const last = await writer.next();
    expect([last[0], (last[2] as number) >= 0x81]).toEqual([0xe0, true]);
    await reader.silent();
  });

  test("5 [MQTT-3.8.4-3] [MQTT-3.3.4-3] a filter subscribed again without an identifier has none", async () => {
    const scene = new Scene(5, profile);
    const reader = await scene.enter();
    await scene.subscribe(reader, "t", 0, 0x0b, 9);
    await scene.subscribe(reader, "t", 0);
    await scene.publish(await scene.enter(), "t");
    await reader.gets(scene.message("t"));
  });

  test("5 [MQTT-3.8.3-3] with no local a client does not get its own messages, also after a resumption", async () => {
    const scene = new Scene(5, profile);
    const who = scene.apiKey();
    const own = await scene.reader("t", 0x05, keptSession(5), who);
    const other = await scene.reader("t", 0);
    await scene.publish(own, "t");
    await other.gets(scene.message("t"));
    await own.silent();
    await own.cut();
    const again = await scene.enter(keptSession(5), who);
    await scene.publish(again, "t");
    await scene.publish(await scene.enter(), "t", { payload: "theirs" });
    await again.gets(scene.message("t", { payload: "theirs" }));
  });

  test("5 [MQTT-4.8.2-3] [MQTT-3.8.4-8] a shared group delivers to one member at a time, in turn, each at its own QoS", async () => {
    const scene = new Scene(5, profile);
    const one = await scene.reader("$share/g/t", 0);
    const two = await scene.reader("$share/g/t", 1);
    const alone = await scene.reader("$share/h/t", 0);
    const writer = await scene.enter();
    for (const payload of ["a", "b", "c", "d"]) await scene.publish(writer, "t", { qos: 1, payload });
    await one.gets(scene.message("t", { payload: "a" }), scene.message("t", { payload: "c" }));
    await two.gets(
      scene.message("t", { qos: 1, packetId: 1, payload: "b" }),
      scene.message("t", { qos: 1, packetId: 2, payload: "d" }),
    );
    for (const wire of [one, two]) await wire.silent();
    for (const payload of ["a", "b", "c", "d"]) await alone.gets(scene.message("t", { payload }));
  });

  test("5 [MQTT-4.8.2-6] a message that a member refuses goes to no other member, also when it ends", async () => {
    const scene = new Scene(5, profile);
    const one = await scene.reader("$share/g/t", 1);
    const writer = await scene.enter();
    await scene.publish(writer, "t", { qos: 1 });
    await scene.publish(writer, "t", { qos: 1 });
    await one.gets(scene.message("t", { qos: 1, packetId: 1 }), scene.message("t", { qos: 1, packetId: 2 }));
    const two = await scene.reader("$share/g/t", 1);
    one.send(acknowledge("puback", 1, 0x83), acknowledge("puback", 2, 0x80));
    await one.silent();
    await one.cut();
    await two.silent();
  });

  test("5 [MQTT-2.2.2-1] properties longer than their packet are malformed", async () => {
    const scene = new Scene(5, profile);
    const writer = await scene.enter();
    writer.send(bytes("300400016110"));
    await writer.refused(0x81);
  });
});

describe("shared subscriptions of the full profile", () => {
  test("5 [MQTT-4.8.2-4] [MQTT-4.8.2-5] an interrupted QoS 2 delivery is completed with the same member", async () => {
    const scene = new Scene(5);
    const who = scene.apiKey();
    const one = await scene.reader("$share/g/t", 2, keptSession(5), who);
    await scene.publish(await scene.enter(), "t", { qos: 2 });
    await one.gets(scene.message("t", { qos: 2, packetId: 1 }));
    const two = await scene.reader("$share/g/t", 2);
    await one.cut();
    const again = await scene.enter(keptSession(5), who);
    await again.gets(scene.message("t", { qos: 2, packetId: 1, dup: true }));
    again.send(acknowledge("pubrec", 1));
    await again.gets(acknowledge("pubrel", 1));
    again.send(acknowledge("pubcomp", 1));
    await again.silent();
    await two.silent();
  });

  test("5 [MQTT-3.3.1-13] retain as published applies to each member separately", async () => {
    const scene = new Scene(5);
    const one = await scene.reader("$share/g/t", 0x08);
    await scene.publish(await scene.enter(), "t", { retain: true });
    await one.gets(publish(5, { topic: scene.topic("t"), retain: true }));
  });
});
