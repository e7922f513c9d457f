/** Sessions: kept, discarded, taken over. */

import { describe, expect, test } from "vitest";
import { nap } from "../support/account.ts";
import { prepare } from "../support/prepare.ts";
import { acknowledge, EVERYWHERE, keptSession, pair, Scene } from "./scene.ts";

prepare();

describe.each(EVERYWHERE)("sessions, level %i, %s profile", (version, profile) => {
  test("3.1.1 [MQTT-3.1.2-4] [MQTT-3.2.2-2] [MQTT-3.2.2-3] [MQTT-3.1.4-3] [MQTT-4.1.0-1] 5 [MQTT-3.1.2-5] [MQTT-3.1.2-6] [MQTT-3.1.2-23] [MQTT-3.2.2-3] [MQTT-3.1.4-4] a kept session is resumed with its subscriptions", async () => {
    const scene = new Scene(version, profile);
    const who = scene.apiKey();
    const first = await scene.reader("t", 1, keptSession(version), who);
    expect(first.sessionPresent).toBe(0);
    await first.cut();
    const writer = await scene.enter();
    await scene.publish(writer, "t", { qos: 1, packetId: 3, payload: "while away" });
    const again = await scene.enter(keptSession(version), who);
    expect(again.sessionPresent).toBe(1);
    await again.gets(scene.message("t", { qos: 1, packetId: 1, payload: "while away" }));
    again.send(acknowledge("puback", 1));
    await again.silent();
  });

  test("3.1.1 [MQTT-3.1.2-6] [MQTT-3.2.2-1] 5 [MQTT-3.1.2-4] [MQTT-3.2.2-2] a clean start discards the session", async () => {
    const scene = new Scene(version, profile);
    const who = scene.apiKey();
    await (await scene.reader("t", 1, keptSession(version), who)).cut();
    const clean = await scene.enter({}, who);
    expect(clean.sessionPresent).toBe(0);
    await scene.publish(await scene.enter(), "t", { qos: 1 });
    await clean.silent();
    await clean.cut();
    expect((await scene.enter(keptSession(version), who)).sessionPresent).toBe(0);
  });

  test("3.1.1 [MQTT-3.1.4-2] 5 [MQTT-3.1.4-3] a client that connects again ends its earlier connection [F21]", async () => {
    const scene = new Scene(version, profile);
    const who = scene.apiKey();
    const old = await scene.reader("t", 0, keptSession(version), who);
    const again = await scene.enter(keptSession(version), who);
    await old.refused(0x8e);
    expect(again.sessionPresent).toBe(1);
    again.send(scene.message("t"));
    await again.gets(scene.message("t"));
  });

  test("3.1.1 [MQTT-4.1.0-1] [MQTT-4.1.0-2] 5 [MQTT-4.1.0-1] a session that is not kept lasts as long as its connection, also across naps", async () => {
    const { scene, reader, writer } = await pair(new Scene(version, profile), "t", 1);
    for (const packetId of [1, 2, 3]) {
      await nap(scene.account);
      await scene.publish(writer, "t", { qos: 1 });
      await reader.gets(scene.message("t", { qos: 1, packetId }));
    }
  });

  test("a session whose messages were moved to storage during sleep can be taken over", async () => {
    const scene = new Scene(version, profile, { MQTT_MAX_INFLIGHT: 1 });
    const who = scene.apiKey();
    const reader = await scene.reader("t", 1, {}, who);
    const writer = await scene.enter();
    for (const payload of ["sent", "waits"]) await scene.publish(writer, "t", { qos: 1, payload });
    await reader.gets(scene.message("t", { qos: 1, packetId: 1, payload: "sent" }));
    await nap(scene.account);
    const next = await scene.enter(keptSession(version), who);
    expect(next.sessionPresent).toBe(0);
    await reader.refused(0x8e);
  });

  test("3.1.1 [MQTT-3.1.3-2] 5 [MQTT-3.1.3-2] another client id, or another principal, is another session [T17]", async () => {
    const scene = new Scene(version, profile);
    await (await scene.reader("t", 1, keptSession(version), scene.apiKey("one"))).cut();
    expect((await scene.enter(keptSession(version), scene.apiKey("two"))).sessionPresent).toBe(0);
    const first = await scene.enter({ clientId: "same" }, scene.credential("t"));
    const second = await scene.enter({ clientId: "same" }, scene.credential("t"));
    await first.silent();
    await second.silent();
    expect((await scene.enter(keptSession(version), scene.apiKey("one"))).sessionPresent).toBe(1);
  });
});
