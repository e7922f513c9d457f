/** SUBSCRIBE and UNSUBSCRIBE. */

import { describe, test } from "vitest";
import { unsubscribe } from "../../../support/packet-bytes.ts";
import { nap } from "../support/account.ts";
import { prepare } from "../support/prepare.ts";
import { acknowledge, bytes, EVERYWHERE, Scene, suback, subscribe, unsuback } from "./scene.ts";

prepare();

describe.each(EVERYWHERE)("SUBSCRIBE, level %i, %s profile", (version, profile) => {
  const failed = version === 4 ? 0x80 : 0x87;

  test("3.1.1 [MQTT-3.8.4-1] [MQTT-3.8.4-2] [MQTT-3.8.4-4] [MQTT-3.8.4-5] [MQTT-3.9.3-1] [MQTT-3.9.3-2] [MQTT-2.3.1-7] 5 [MQTT-3.8.4-1] [MQTT-3.8.4-2] [MQTT-3.8.4-5] [MQTT-3.8.4-6] [MQTT-3.8.4-7] [MQTT-3.9.3-1] [MQTT-3.9.3-2] [MQTT-2.2.1-6] SUBACK has a code for each filter, in order", async () => {
    const scene = new Scene(version, profile);
    const person = scene.credential("a", "b");
    const wire = await scene.enter({ ...(version === 5 && { properties: [0x17, 0] }) }, person);
    const filters: [string, number][] = [
      [scene.topic("a"), 1],
      [scene.topic("other"), 0],
      [scene.topic("b"), 0],
      ["somebody/else", 1],
    ];
    wire.send(subscribe(version, { packetId: 0xabcd, filters }));
    await wire.gets(suback(version, 0xabcd, 1, failed, 0, failed));
  });

  test("3.1.1 [MQTT-3.8.4-6] [MQTT-3.3.5-1] 5 [MQTT-3.8.4-8] [MQTT-3.3.4-2] [MQTT-3.3.4-4] the lower of published and granted QoS applies; overlapping subscriptions bring one copy at the highest", async () => {
    const scene = new Scene(version, profile);
    const low = await scene.reader("t", 0);
    const both = await scene.reader("t", 0);
    await scene.subscribe(both, "+", 1);
    const writer = await scene.enter();
    await scene.publish(writer, "t", { qos: 1 });
    await scene.publish(writer, "t", { qos: 0 });
    await low.gets(scene.message("t"), scene.message("t"));
    await both.gets(scene.message("t", { qos: 1, packetId: 1 }), scene.message("t"));
    await both.silent();
  });

  test("3.1.1 [MQTT-3.8.4-3] 5 [MQTT-3.8.4-3] a filter subscribed again replaces the subscription", async () => {
    const scene = new Scene(version, profile);
    const reader = await scene.reader("t", 1);
    await scene.subscribe(reader, "t", 0);
    await scene.publish(await scene.enter(), "t", { qos: 1 });
    await reader.gets(scene.message("t"));
    await reader.silent();
  });

  test("3.1.1 [MQTT-3.3.2-3] [MQTT-4.7.1-2] [MQTT-4.7.1-3] 5 [MQTT-3.3.2-3] [MQTT-4.7.1-1] [MQTT-4.7.1-2] wildcards match whole levels", async () => {
    const scene = new Scene(version, profile);
    const one = await scene.reader("+/c", 0);
    const many = await scene.reader("a/#", 0);
    const writer = await scene.enter();
    for (const name of ["a", "a/c", "a/b/c", "b/c", "ab/d", "/c"]) await scene.publish(writer, name);
    await one.gets(...["a/c", "b/c", "/c"].map((name) => scene.message(name)));
    await one.silent();
    await many.gets(...["a", "a/c", "a/b/c"].map((name) => scene.message(name)));
    await many.silent();
  });

  test("5 [MQTT-4.8.2-1] [MQTT-4.8.2-2] in 3.1.1 an invalid shared subscription is denied without affecting other filters", async () => {
    const scene = new Scene(version, profile);
    const wire = await scene.enter();
    const shared = ["$share/x", "$share//a", "$share", "$share/+/a", "$share/g/"];
    for (const filter of version === 5 ? shared : []) {
      const other = await scene.enter();
      other.send(subscribe(5, { filters: [[filter, 0]] }));
      await other.refused(0x81);
    }
    if (version === 5) return;
    const filters = [scene.filter("t"), ...shared];
    wire.send(subscribe(version, { filters: filters.map((filter) => [filter, 0]) }));
    await wire.gets(suback(version, 1, 0, ...shared.map(() => 0x80)));
    wire.send(unsubscribe(version, { packetId: 2, filters: shared }));
    await wire.gets(unsuback(version, 2));
    await wire.silent();
  });

  test("3.1.1 [MQTT-3.10.4-1] [MQTT-3.10.4-2] [MQTT-3.10.4-4] [MQTT-3.10.4-5] [MQTT-3.10.4-6] [MQTT-2.3.1-7] 5 [MQTT-3.10.4-1] [MQTT-3.10.4-2] [MQTT-3.10.4-4] [MQTT-3.10.4-5] [MQTT-3.10.4-6] [MQTT-3.11.3-1] [MQTT-3.11.3-2] [MQTT-2.2.1-6] UNSUBSCRIBE deletes the equal filter only, and is always acknowledged", async () => {
    const scene = new Scene(version, profile);
    const reader = await scene.reader("t", 0);
    await scene.subscribe(reader, "u", 0);
    const filters = ["+", "t", "T", "t"].map(scene.topic);
    reader.send(unsubscribe(version, { packetId: 0x0102, filters }));
    await reader.gets(unsuback(version, 0x0102, 0x11, 0, 0x11, 0x11));
    const writer = await scene.enter();
    await scene.publish(writer, "t");
    await scene.publish(writer, "u");
    await reader.gets(scene.message("u"));
    await nap(scene.account);
    await scene.publish(writer, "t");
    await reader.silent();
  });

  test("3.1.1 [MQTT-3.10.4-3] 5 [MQTT-3.10.4-3] deliveries that began before UNSUBSCRIBE are completed", async () => {
    const scene = new Scene(version, profile);
    const who = scene.apiKey();
    const keep = version === 4 ? { clean: false } : { clean: false, properties: [0x11, 0, 0, 0, 99] };
    const reader = await scene.reader("t", 1, keep, who);
    await scene.publish(await scene.enter(), "t", { qos: 1 });
    await reader.gets(scene.message("t", { qos: 1, packetId: 1 }));
    reader.send(unsubscribe(version, { packetId: 3, filters: [scene.topic("t")] }));
    await reader.gets(unsuback(version, 3, 0));
    await reader.cut();
    const again = await scene.enter(keep, who);
    await again.gets(scene.message("t", { qos: 1, packetId: 1, dup: true }));
    again.send(acknowledge("puback", 1));
    await again.silent();
  });

  test("3.1.1 [MQTT-4.7.2-1] 5 [MQTT-4.7.2-1] topics that begin with $ cannot be published to, and no wildcard matches them", async () => {
    const scene = new Scene(version, profile);
    const reader = await scene.enter();
    reader.send(
      subscribe(version, { filters: [["#", 0]] }),
      subscribe(version, { packetId: 2, filters: [["+/t", 0]] }),
    );
    await reader.gets(suback(version, 1, 0), suback(version, 2, 0));
    const writer = await scene.enter();
    writer.send(bytes(scene.message("t").map((byte, at) => (at === 4 ? 0x24 : byte))));
    await writer.silent();
    await reader.silent();
    await scene.publish(writer, "t");
    await reader.gets(scene.message("t"));
  });
});
