/** PUBLISH in both directions at QoS 0 and 1: the same in both profiles. */

import { describe, expect, test } from "vitest";
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
} from "./scene.ts";

prepare();

describe.each(EVERYWHERE)("PUBLISH, level %i, %s profile", (version, profile) => {
  test("3.1.1 [MQTT-4.3.1-1] [MQTT-2.3.1-5] [MQTT-3.3.1-2] 5 [MQTT-4.3.1-1] [MQTT-2.2.1-2] [MQTT-3.3.1-2] [MQTT-2.2.2-1] QoS 0 is sent without DUP and packet id, and empty properties as a length of 0", async () => {
    const { scene, reader, writer } = await pair(new Scene(version, profile), "t", 1);
    await scene.publish(writer, "t", { payload: "hello" });
    await reader.gets(scene.message("t", { payload: "hello" }));
  });

  test("3.1.1 [MQTT-4.3.2-1] [MQTT-4.3.2-2] [MQTT-2.3.1-4] [MQTT-2.3.1-6] [MQTT-3.3.4-1] [MQTT-3.3.1-3] 5 [MQTT-4.3.2-1] [MQTT-4.3.2-2] [MQTT-4.3.2-4] [MQTT-2.2.1-4] [MQTT-2.2.1-5] [MQTT-3.3.4-1] [MQTT-3.3.1-3] QoS 1 has separate packet ids on each side, and DUP is not passed on", async () => {
    const { scene, reader, writer } = await pair(new Scene(version, profile), "t", 1);
    writer.send(scene.message("t", { qos: 1, packetId: 4711, dup: true }));
    await writer.gets(puback(version, 4711));
    await reader.gets(scene.message("t", { qos: 1, packetId: 1 }));
    await scene.publish(writer, "t", { qos: 1, packetId: 4711 });
    await reader.gets(scene.message("t", { qos: 1, packetId: 2 }));
    reader.send(acknowledge("puback", 1), acknowledge("puback", 2));
    await reader.silent();
  });

  test("3.1.1 [MQTT-4.3.2-2] 5 [MQTT-4.3.2-5] after PUBACK the same packet id is a new message, whatever its DUP flag [F27]", async () => {
    const { scene, reader, writer } = await pair(new Scene(version, profile), "t", 0);
    for (const dup of [false, true, true]) await scene.publish(writer, "t", { qos: 1, packetId: 9, dup });
    await reader.gets(scene.message("t"), scene.message("t"), scene.message("t"));
    await reader.silent();
  });

  test("3.1.1 [MQTT-4.4.0-1] [MQTT-3.3.1-1] [MQTT-4.6.0-1] [MQTT-2.3.1-4] 5 [MQTT-4.4.0-1] [MQTT-3.3.1-1] [MQTT-4.3.2-3] messages without PUBACK are sent again on resumption: same packet ids, same order, with DUP [F5]", async () => {
    const scene = new Scene(version, profile);
    const who = scene.apiKey();
    const reader = await scene.reader("t", 1, keptSession(version), who);
    const writer = await scene.enter();
    for (const payload of ["a", "b", "c"]) await scene.publish(writer, "t", { qos: 1, payload });
    const sent = (["a", "b", "c"] as const).map((payload, at) => ({ qos: 1, packetId: at + 1, payload }));
    await reader.gets(...sent.map((each) => scene.message("t", each)));
    reader.send(acknowledge("puback", 2));
    await reader.silent();
    await nap(scene.account);
    // no message is sent again at any other time
    await reader.silent();
    await reader.cut();
    const again = await scene.enter(keptSession(version), who);
    expect(again.sessionPresent).toBe(1);
    await again.gets(
      scene.message("t", { ...sent[0], dup: true }),
      scene.message("t", { ...sent[2], dup: true }),
    );
    again.send(acknowledge("puback", 1), acknowledge("puback", 3));
    await scene.publish(writer, "t", { qos: 1, payload: "d" });
    const next = await again.next();
    expect(next[0]).toBe(0x32);
    await again.cut();
  });

  test("3.1.1 [MQTT-3.1.2-5] [MQTT-4.5.0-1] 5 [MQTT-4.5.0-1] [MQTT-4.1.0-1] messages for an offline kept session are queued in order", async () => {
    const scene = new Scene(version, profile);
    const who = scene.apiKey();
    const reader = await scene.reader("+/x", 1, keptSession(version), who);
    reader.send(disconnectPacket(version));
    await reader.end();
    const writer = await scene.enter();
    for (const name of ["a", "b", "c"]) await scene.publish(writer, `${name}/x`, { qos: 1, payload: name });
    await nap(scene.account);
    const again = await scene.enter(keptSession(version), who);
    await again.gets(
      ...["a", "b", "c"].map((name, at) =>
        scene.message(`${name}/x`, { qos: 1, packetId: at + 1, payload: name }),
      ),
    );
  });

  test("3.1.1 [MQTT-4.6.0-2] [MQTT-4.6.0-5] [MQTT-4.6.0-6] 5 [MQTT-4.6.0-5] [MQTT-4.6.0-6] messages of one client stay in order, and so do their PUBACK packets", async () => {
    const { scene, reader, writer } = await pair(new Scene(version, profile), "t", 0);
    const ids = Array.from({ length: 20 }, (_, at) => at + 1);
    writer.send(
      bytes(...ids.map((packetId) => scene.message("t", { qos: 1, packetId, payload: `${packetId}` }))),
    );
    await writer.gets(...ids.map((packetId) => puback(version, packetId)));
    await reader.gets(...ids.map((packetId) => scene.message("t", { payload: `${packetId}` })));
  });

  test("3.1.1 [MQTT-3.3.2-2] [MQTT-4.7.1-1] 5 [MQTT-3.3.2-2] [MQTT-4.7.0-1] a topic with a wildcard ends the connection", async () => {
    const scene = new Scene(version, profile);
    const writer = await scene.enter();
    writer.send(scene.message("t/#"));
    await writer.refused(0x81);
  });

  test("3.1.1 [MQTT-3.3.5-2] 5 [MQTT-3.4.2-1] an unauthorised message is acknowledged in 3.1.1, refused with 0x87 in 5, dropped in both", async () => {
    const scene = new Scene(version, profile);
    const reader = await scene.reader("#", 1);
    const writer = await scene.enter({}, scene.credential("own"));
    writer.send(scene.message("other", { qos: 1, packetId: 7 }));
    if (version === 4) await writer.gets(puback(4, 7));
    else await writer.getsWithWords(0x40, 0, 7, 0x87);
    writer.send(scene.message("other"));
    await writer.silent();
    await reader.silent();
  });

  test("a sample older than the retention is acknowledged in 3.1.1, refused with 0x99 in 5, dropped in both", async () => {
    const scene = new Scene(version, profile);
    const { deviceId } = scene.account.device();
    const reader = await scene.reader("#", 1);
    const writer = await scene.enter();
    const topic = `devices/${deviceId}/telemetry`;
    const payload = JSON.stringify({ t: 1, ts: Date.now() - 731 * 86_400_000 });
    writer.send(scene.message(topic, { qos: 1, packetId: 7, payload }));
    if (version === 4) await writer.gets(puback(4, 7));
    else await writer.getsWithWords(0x40, 0, 7, 0x99);
    writer.send(scene.message(topic, { payload }));
    await writer.silent();
    await reader.silent();
  });

  test("3.1.1 [MQTT-1.5.3-3] [MQTT-4.7.3-4] 5 [MQTT-1.5.4-3] [MQTT-4.7.3-4] U+FEFF is kept, and text is not normalized", async () => {
    const scene = new Scene(version, profile);
    const reader = await scene.reader("\ufeffa", 0);
    const composed = await scene.reader("\u00e5", 0);
    const writer = await scene.enter();
    for (const name of ["a", "\ufeffa", "a\u030a", "A", "\u00e5"]) await scene.publish(writer, name);
    await reader.gets(scene.message("\ufeffa"));
    await reader.silent();
    await composed.gets(scene.message("\u00e5"));
    await composed.silent();
  });

  test("3.1.1 [MQTT-4.7.3-3] 5 [MQTT-4.7.3-3] a length prefix has 16 bits, and the text must be complete", async () => {
    const scene = new Scene(version, profile);
    const writer = await scene.enter();
    writer.send(bytes("3004ffff6162"));
    await writer.refused(0x81);
  });

  test("a late or unknown PUBACK has no effect [F26]", async () => {
    const scene = new Scene(version, profile);
    const reader = await scene.reader("t", 1);
    reader.send(acknowledge("puback", 77));
    await reader.silent();
    await scene.publish(await scene.enter(), "t", { qos: 1 });
    await reader.gets(scene.message("t", { qos: 1, packetId: 1 }));
  });
});

describe.each([4, 5] as const)("the classic profile, level %i", (version) => {
  test("5 [MQTT-3.2.2-9] [MQTT-3.2.2-11] a PUBLISH at QoS 2 is refused with 0x9B in MQTT 5 and closes the connection in 3.1.1", async () => {
    const scene = new Scene(version, "classic");
    const writer = await scene.enter();
    writer.send(scene.message("t", { qos: 2 }));
    await writer.refused(0x9b);
  });

  test("5 [MQTT-3.2.2-14] a retained PUBLISH is refused with 0x9A in MQTT 5; 3.1.1 ignores the flag", async () => {
    const { scene, reader, writer } = await pair(new Scene(version, "classic"), "t", 1);
    writer.send(scene.message("t", { qos: 1, retain: true }));
    if (version === 5) {
      await writer.refused(0x9a);
      return;
    }
    await writer.gets(puback(4, 1));
    await reader.gets(scene.message("t", { qos: 1, packetId: 1 }));
    const later = await scene.reader("t", 1);
    await later.silent();
  });

  test("5 [MQTT-3.2.2-10] 3.1.1 [MQTT-3.8.4-5] SUBSCRIBE at QoS 2 is granted 1", async () => {
    const scene = new Scene(version, "classic");
    const reader = await scene.enter();
    reader.send(subscribe(version, { packetId: 2, filters: [[scene.topic("t"), 2]] }));
    await reader.gets(suback(version, 2, 1));
  });
});
