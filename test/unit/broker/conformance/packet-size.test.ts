/** Packets above the client's Maximum Packet Size. */

import { describe, expect, test } from "vitest";
import { type ConnectOptions, unsubscribe } from "../../../support/packet-bytes.ts";
import { prepare } from "../support/prepare.ts";
import { publish, Scene, suback, subscribe, u16, u32 } from "./scene.ts";

prepare();

describe.each(["classic", "full"] as const)("MQTT 5, %s profile", (profile) => {
  test("5 [MQTT-3.1.2-24] [MQTT-3.1.2-26] a known alias is omitted where it is longer than its topic and does not fit", async () => {
    const scene = new Scene(5, profile);
    const root = (clientId: string) => ({ clientId, username: "", password: scene.key.key });
    const writer = await scene.enter({}, root("writer"));
    for (const length of [100, 123, 124]) {
      const sent = publish(5, { topic: "t", payload: "x".repeat(length) });
      const small: ConnectOptions = { properties: [0x27, u32(sent.length), 0x22, u16(1)] };
      const reader = await scene.enter(small, root("reader"));
      reader.send(subscribe(5, { filters: [["t", 0]] }));
      await reader.gets(suback(5, 1, 0));
      writer.send(publish(5, { topic: "t", payload: "" }), sent);
      await reader.gets(publish(5, { topic: "t", payload: "", properties: [0x23, u16(1)] }), sent);
      await reader.cut();
    }
  });

  test("5 [MQTT-3.1.2-24] a SUBACK or UNSUBACK too large for the client ends the connection with 0x95 and has no effect", async () => {
    const scene = new Scene(5, profile);
    const filters = Array.from({ length: 40 }, (_, n) => scene.topic(`t/${n}`));
    const answer = suback(5, 1, ...filters.map(() => 0));
    const asked = subscribe(5, { filters: filters.map((filter) => [filter, 0]) });
    const limited = (most: number) => scene.enter({ properties: [0x27, u32(most)] });
    const fits = await limited(answer.length);
    fits.send(asked);
    await fits.gets(answer);
    for (const packet of [asked, unsubscribe(5, { filters })]) {
      const wire = await limited(answer.length - 1);
      wire.send(packet);
      expect(Buffer.from(await wire.next()).toString("hex")).toBe("e00195");
      expect(await wire.end()).toBe(1009);
    }
    await fits.silent();
  });
});
