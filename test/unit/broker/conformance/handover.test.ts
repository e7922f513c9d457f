/** Messages of a shared group's member whose session ends. */

import { runInDurableObject } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { nap } from "../support/account.ts";
import { prepare } from "../support/prepare.ts";
import { acknowledge, keptSession, puback, Scene } from "./scene.ts";

prepare();

describe.each([4, 5] as const)("level %i", (version) => {
  test("unacknowledged QoS 1 and unsent messages of a group member go to another one when its session ends [F73]", async () => {
    const scene = new Scene(version, "full", { MQTT_MAX_INFLIGHT: 2 });
    const one = await scene.reader("$share/g/t", 1);
    const writer = await scene.enter();
    for (const payload of ["a", "b", "c", "d"]) await scene.publish(writer, "t", { qos: 1, payload });
    const message = (payload: string, packetId: number) => scene.message("t", { qos: 1, packetId, payload });
    await one.gets(message("a", 1), message("b", 2));
    const two = await scene.reader("$share/g/t", 1);
    await nap(scene.account);
    one.send(puback(version, 1));
    await one.gets(message("c", 3));
    await one.cut();
    await two.gets(message("b", 1), message("c", 2));
    two.send(puback(version, 1), puback(version, 2));
    await two.gets(message("d", 3));
    two.send(puback(version, 3));
    await two.silent();
  });
});

describe.each([4, 5] as const)("level %i", (version) => {
  test("an unsent message of a group member that loses the right to read it goes to another one", async () => {
    const scene = new Scene(version, "full", { MQTT_MAX_INFLIGHT: 1 });
    const person = scene.credential("t");
    const one = await scene.reader("$share/g/t", 1, {}, person);
    const writer = await scene.enter();
    for (const payload of ["a", "b"]) await scene.publish(writer, "t", { qos: 1, payload });
    await one.gets(scene.message("t", { qos: 1, packetId: 1, payload: "a" }));
    const two = await scene.reader("$share/g/t", 1);
    await scene.account.change(() => {
      const { login } = person;
      login.principal = { ...login.principal, topics: [] } as typeof login.principal;
    });
    one.send(puback(version, 1));
    await two.gets(scene.message("t", { qos: 1, packetId: 1, payload: "b" }));
    await one.silent();
  });
});

describe.each([4, 5] as const)("QoS 2, level %i", (version) => {
  test("5 [MQTT-4.8.2-5] [MQTT-4.8.2-4] a message sent at QoS 2 goes to no other member; the ones queued behind it do", async () => {
    const scene = new Scene(version, "full", { MQTT_MAX_INFLIGHT: 1 });
    const one = await scene.reader("$share/g/t", 2);
    const writer = await scene.enter();
    for (const payload of ["a", "b"]) await scene.publish(writer, "t", { qos: 2, payload });
    await one.gets(scene.message("t", { qos: 2, packetId: 1, payload: "a" }));
    const two = await scene.reader("$share/g/t", 2);
    await one.cut();
    await two.gets(scene.message("t", { qos: 2, packetId: 1, payload: "b" }));
    two.send(acknowledge("pubrec", 1));
    await two.gets(acknowledge("pubrel", 1));
    two.send(acknowledge("pubcomp", 1));
    await two.silent();
  });

  test("a kept session hands its messages over when it is replaced, and only then", async () => {
    const scene = new Scene(version);
    const who = scene.apiKey();
    const one = await scene.reader("$share/g/t", 1, keptSession(version), who);
    const writer = await scene.enter();
    await scene.publish(writer, "t", { qos: 1, payload: "a" });
    await one.gets(scene.message("t", { qos: 1, packetId: 1, payload: "a" }));
    const two = await scene.reader("$share/g/t", 1);
    await one.cut();
    await two.silent();
    await scene.enter({}, who);
    await two.gets(scene.message("t", { qos: 1, packetId: 1, payload: "a" }));
  });

  test("an acknowledged message leaves no row, nor does one that was handed over", async () => {
    const scene = new Scene(version, "full", { MQTT_MAX_INFLIGHT: 1 });
    const one = await scene.reader("$share/g/t", 1);
    const writer = await scene.enter();
    for (const payload of ["a", "b"]) await scene.publish(writer, "t", { qos: 1, payload });
    for (const packetId of [1, 2]) {
      await one.next();
      one.send(acknowledge("puback", packetId));
    }
    await one.silent();
    await scene.publish(writer, "t", { qos: 1, payload: "c" });
    await one.next();
    await one.cut();
    await writer.silent();
    const rows = await runInDurableObject(scene.account.stub, (_, state) =>
      Number(state.storage.sql.exec("SELECT count(*) AS n FROM deliveries").one().n),
    );
    expect(rows).toBe(0);
  });
});
