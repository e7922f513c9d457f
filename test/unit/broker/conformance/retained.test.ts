/** Retained messages, in the full profile. */

import { describe, test, vi } from "vitest";
import { nap } from "../support/account.ts";
import { prepare } from "../support/prepare.ts";
import { keptSession, pair, publish, Scene, u32 } from "./scene.ts";

prepare();

describe.each([4, 5] as const)("retained messages, level %i", (version) => {
  const retained = (more: object = {}) => ({ retain: true, ...more });

  test("3.1.1 [MQTT-3.3.1-5] [MQTT-3.3.1-6] [MQTT-3.3.1-8] [MQTT-3.1.2-7] 5 [MQTT-3.3.1-5] [MQTT-3.3.1-9] a new subscription gets each topic's last one, with RETAIN and its QoS, after naps and sessions", async () => {
    const scene = new Scene(version);
    const writer = await scene.enter();
    await scene.publish(writer, "a", retained({ payload: "old" }));
    await scene.publish(writer, "a", retained({ payload: "new", qos: 2 }));
    await scene.publish(writer, "b", retained({ payload: "b", qos: 1 }));
    await scene.publish(writer, "c/d", retained({ payload: "deep" }));
    await writer.cut();
    await nap(scene.account);
    const reader = await scene.reader("+", 1);
    await reader.gets(
      scene.message("a", { qos: 1, packetId: 1, retain: true, payload: "new" }),
      scene.message("b", { qos: 1, packetId: 2, retain: true, payload: "b" }),
    );
    await reader.silent();
  });

  test("3.1.1 [MQTT-3.3.1-9] 5 [MQTT-3.3.1-12] an established subscription gets it without RETAIN", async () => {
    const scene = new Scene(version);
    const reader = await scene.reader("t", 1);
    await scene.publish(await scene.enter(), "t", retained({ qos: 1 }));
    await reader.gets(scene.message("t", { qos: 1, packetId: 1 }));
    await reader.silent();
  });

  test("3.1.1 [MQTT-3.3.1-10] [MQTT-3.3.1-11] 5 [MQTT-3.3.1-6] [MQTT-3.3.1-7] an empty payload is delivered, deletes the retained message and is not stored", async () => {
    const scene = new Scene(version);
    const writer = await scene.enter();
    await scene.publish(writer, "t", retained());
    const reader = await scene.reader("t", 0);
    await reader.gets(scene.message("t", { retain: true }));
    await scene.publish(writer, "t", retained({ payload: "", qos: 1 }));
    await reader.gets(scene.message("t", { payload: "" }));
    await (await scene.reader("t")).silent();
  });

  test("3.1.1 [MQTT-3.3.1-7] 5 [MQTT-3.3.1-5] a message at QoS 0 replaces one at QoS 1", async () => {
    const scene = new Scene(version);
    const writer = await scene.enter();
    await scene.publish(writer, "t", retained({ qos: 1, payload: "one" }));
    await scene.publish(writer, "t", retained({ payload: "zero" }));
    await (await scene.reader("t", 2)).gets(scene.message("t", { retain: true, payload: "zero" }));
  });

  test("3.1.1 [MQTT-3.3.1-12] 5 [MQTT-3.3.1-8] a message without RETAIN does not change it", async () => {
    const scene = new Scene(version);
    const writer = await scene.enter();
    await scene.publish(writer, "t", retained({ payload: "kept" }));
    await scene.publish(writer, "t", { payload: "passing" });
    await (await scene.reader("t")).gets(scene.message("t", { retain: true, payload: "kept" }));
  });

  test("3.1.1 [MQTT-3.8.4-3] 5 [MQTT-3.8.4-4] subscribing again to a filter sends it again", async () => {
    const scene = new Scene(version);
    await scene.publish(await scene.enter(), "t", retained());
    const reader = await scene.reader("t", 0);
    await reader.gets(scene.message("t", { retain: true }));
    await scene.subscribe(reader, "t", 1);
    await reader.gets(scene.message("t", { retain: true }));
    await reader.silent();
  });

  test("3.1.1 [MQTT-3.1.2-7] 5 [MQTT-3.3.1-9] a resumed session does not get it again", async () => {
    const scene = new Scene(version);
    const who = scene.apiKey();
    await scene.publish(await scene.enter(), "t", retained());
    const reader = await scene.reader("t", 0, keptSession(version), who);
    await reader.gets(scene.message("t", { retain: true }));
    await reader.cut();
    await (await scene.enter(keptSession(version), who)).silent();
  });

  test("a client without read permission does not get it", async () => {
    const scene = new Scene(version);
    const writer = await scene.enter();
    for (const name of ["mine", "other"]) await scene.publish(writer, name, retained());
    const reader = await scene.reader("+", 0, {}, scene.credential("mine"));
    await reader.gets(scene.message("mine", { retain: true }));
    await reader.silent();
  });
});

describe("retained messages, MQTT 5", () => {
  test("5 [MQTT-3.3.1-10] [MQTT-3.3.1-11] retain handling: 1 for a new subscription only, 2 never", async () => {
    const scene = new Scene(5);
    await scene.publish(await scene.enter(), "t", { retain: true });
    const reader = await scene.reader("t", 0x20);
    await reader.silent();
    await scene.subscribe(reader, "t", 0x10);
    await reader.silent();
    const other = await scene.reader("t", 0x10);
    await other.gets(scene.message("t", { retain: true }));
    await scene.subscribe(other, "t", 0x10);
    await other.silent();
  });

  test("5 [MQTT-3.3.1-13] [MQTT-3.3.1-12] with retain as published the flag is unchanged", async () => {
    const { scene, reader, writer } = await pair(new Scene(5), "t", 0x08);
    await scene.publish(writer, "t", { retain: true });
    await scene.publish(writer, "t", { retain: false });
    await reader.gets(scene.message("t", { retain: true }), scene.message("t"));
  });

  test("5 [MQTT-3.3.2-5] [MQTT-3.3.2-6] it expires, and carries its remaining expiry until then", async () => {
    const scene = new Scene(5);
    const writer = await scene.enter();
    const start = Date.now();
    vi.setSystemTime(start);
    await scene.publish(writer, "t", { retain: true, properties: [0x02, u32(10)] });
    vi.setSystemTime(start + 4000);
    await (await scene.reader("t", 0)).gets(
      publish(5, { topic: scene.topic("t"), retain: true, properties: [0x02, u32(6)] }),
    );
    vi.setSystemTime(start + 11_000);
    await (await scene.reader("t", 0)).silent();
  });

  test("5 [MQTT-3.3.4-3] it carries the identifier of the new subscription", async () => {
    const scene = new Scene(5);
    await scene.publish(await scene.enter(), "t", { retain: true });
    const reader = await scene.enter();
    await scene.subscribe(reader, "t", 0, 0x0b, 0x80, 0x01);
    await reader.gets(publish(5, { topic: scene.topic("t"), retain: true, properties: [0x0b, 0x80, 0x01] }));
  });

  test("5 [MQTT-3.3.1-9] a shared subscription gets no retained message", async () => {
    const scene = new Scene(5);
    await scene.publish(await scene.enter(), "t", { retain: true });
    await (await scene.reader("$share/g/t", 0)).silent();
  });
});
