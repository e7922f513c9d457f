/** QoS 2 in both directions, in the full profile. */

import { describe, expect, test } from "vitest";
import { nap } from "../support/account.ts";
import { prepare } from "../support/prepare.ts";
import { acknowledge, bytes, keptSession, Scene } from "./scene.ts";

prepare();

describe.each([4, 5] as const)("QoS 2, level %i", (version) => {
  test("3.1.1 [MQTT-4.3.3-2] [MQTT-2.3.1-6] 5 [MQTT-4.3.3-8] [MQTT-4.3.3-10] [MQTT-4.3.3-11] [MQTT-4.3.3-12] [MQTT-2.2.1-5] delivered once however often it is sent before PUBREL; after PUBCOMP it is a new message", async () => {
    const scene = new Scene(version);
    const who = scene.apiKey();
    const reader = await scene.reader("t", 0);
    const writer = await scene.enter(keptSession(version), who);
    writer.send(scene.message("t", { qos: 2, packetId: 258 }));
    await writer.gets(acknowledge("pubrec", 258));
    writer.send(scene.message("t", { qos: 2, packetId: 258, dup: true }));
    await writer.gets(acknowledge("pubrec", 258));
    await nap(scene.account);
    await writer.cut();
    const again = await scene.enter(keptSession(version), who);
    again.send(scene.message("t", { qos: 2, packetId: 258, dup: true }), acknowledge("pubrel", 258));
    await again.gets(acknowledge("pubrec", 258), acknowledge("pubcomp", 258));
    await reader.gets(scene.message("t"));
    await reader.silent();
    again.send(scene.message("t", { qos: 2, packetId: 258, dup: true }));
    await again.gets(acknowledge("pubrec", 258));
    await reader.gets(scene.message("t"));
  });

  test("3.1.1 [MQTT-4.3.3-1] [MQTT-4.4.0-1] 5 [MQTT-4.3.3-1] [MQTT-4.3.3-2] [MQTT-4.3.3-3] [MQTT-4.3.3-4] [MQTT-4.3.3-5] [MQTT-4.3.3-6] [MQTT-3.6.1-1] sent without DUP, again with DUP until PUBREC, then PUBREL alone until PUBCOMP", async () => {
    const scene = new Scene(version);
    const who = scene.apiKey();
    let reader = await scene.reader("t", 2, keptSession(version), who);
    const back = async () => {
      await nap(scene.account);
      await reader.cut();
      reader = await scene.enter(keptSession(version), who);
    };
    await scene.publish(await scene.enter(), "t", { qos: 2 });
    await reader.gets(scene.message("t", { qos: 2, packetId: 1 }));
    await back();
    await reader.gets(scene.message("t", { qos: 2, packetId: 1, dup: true }));
    reader.send(acknowledge("pubrec", 1));
    await reader.gets(acknowledge("pubrel", 1));
    await back();
    await reader.gets(acknowledge("pubrel", 1));
    await back();
    await reader.gets(acknowledge("pubrel", 1));
    reader.send(acknowledge("pubcomp", 1));
    await reader.silent();
    await back();
    await reader.silent();
  });

  test("3.1.1 [MQTT-4.6.0-3] [MQTT-4.6.0-4] [MQTT-4.6.0-1] 5 [MQTT-4.6.0-5] PUBREC, PUBREL and repeated messages keep their order", async () => {
    const scene = new Scene(version);
    const who = scene.apiKey();
    const reader = await scene.reader("t", 2, keptSession(version), who);
    const writer = await scene.enter();
    const ids = [9, 4, 7];
    writer.send(
      bytes(...ids.map((packetId) => scene.message("t", { qos: 2, packetId, payload: `${packetId}` }))),
    );
    await writer.gets(...ids.map((packetId) => acknowledge("pubrec", packetId)));
    const sent = ids.map((id, at) => ({ qos: 2, packetId: at + 1, payload: `${id}` }));
    await reader.gets(...sent.map((each) => scene.message("t", each)));
    reader.send(acknowledge("pubrec", 1), acknowledge("pubrec", 2));
    await reader.gets(acknowledge("pubrel", 1), acknowledge("pubrel", 2));
    await reader.cut();
    const again = await scene.enter(keptSession(version), who);
    await again.gets(
      acknowledge("pubrel", 1),
      acknowledge("pubrel", 2),
      scene.message("t", { ...sent[2], dup: true }),
    );
  });

  test("3.1.1 [MQTT-3.8.4-6] [MQTT-3.3.5-1] 5 [MQTT-3.8.4-8] [MQTT-3.3.4-2] every pair of published and granted QoS", async () => {
    const scene = new Scene(version);
    const writer = await scene.enter();
    for (const granted of [0, 1, 2]) {
      const reader = await scene.reader("t", granted);
      for (const qos of [0, 1, 2]) await scene.publish(writer, "t", { qos });
      const lower = [0, 1, 2].map((qos) => Math.min(qos, granted));
      let packetId = 1;
      for (const qos of lower) {
        await reader.gets(scene.message("t", qos === 0 ? {} : { qos, packetId: packetId++ }));
      }
      await reader.silent();
    }
  });

  test("3.1.1 [MQTT-3.3.5-2] 5 [MQTT-3.5.2-1] [MQTT-4.3.3-9] an unauthorised message gets PUBREC and is dropped in 3.1.1; in 5 it gets 0x87, which frees its packet id", async () => {
    const scene = new Scene(version);
    const reader = await scene.reader("#", 0);
    const writer = await scene.enter({}, scene.credential("own"));
    writer.send(scene.message("other", { qos: 2, packetId: 7 }));
    if (version === 5) {
      await writer.getsWithWords(0x50, 0, 7, 0x87);
    } else {
      await writer.gets(acknowledge("pubrec", 7));
      writer.send(acknowledge("pubrel", 7));
      await writer.gets(acknowledge("pubcomp", 7));
    }
    await reader.silent();
    await scene.publish(writer, "own", { qos: 2, packetId: 7 });
    await reader.gets(scene.message("own"));
  });

  test("3.1.1 [MQTT-4.8.0-2] 5 [MQTT-3.3.4-7] thousands of messages without PUBREL end in order, without effect on other clients", async () => {
    const scene = new Scene(version, "full", { MQTT_PUBLISH_RATE: 0 });
    const bystander = await scene.enter();
    const writer = await scene.enter();
    for (let from = 1; from < 2000 && writer.closed === null; from += 200) {
      const ids = Array.from({ length: 200 }, (_, at) => from + at);
      writer.send(bytes(...ids.map((packetId) => scene.message("t", { qos: 2, packetId }))));
      await bystander.silent();
    }
    await writer.drain();
    expect(writer.closed).toBe(1002);
    await bystander.silent();
  });
});

describe("QoS 2, MQTT 5", () => {
  test("5 [MQTT-4.4.0-2] [MQTT-4.3.3-4] a PUBREC or PUBACK of 0x80 or above ends the delivery", async () => {
    const scene = new Scene(5);
    const who = scene.apiKey();
    const reader = await scene.reader("t", 2, keptSession(5), who);
    const writer = await scene.enter();
    await scene.publish(writer, "t", { qos: 2 });
    await scene.publish(writer, "t", { qos: 1 });
    await reader.gets(
      scene.message("t", { qos: 2, packetId: 1 }),
      scene.message("t", { qos: 1, packetId: 2 }),
    );
    reader.send(acknowledge("pubrec", 1, 0x83), acknowledge("puback", 2, 0x83));
    await reader.silent();
    await reader.cut();
    await (await scene.enter(keptSession(5), who)).silent();
  });
});
