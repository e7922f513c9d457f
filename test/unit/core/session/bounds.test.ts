import { describe, expect, test } from "vitest";
import type { Connected } from "../../../../broker/session/session.ts";
import { brief, connected, contextOf, FULL, publishPacket, send } from "./scene.ts";

describe("a message's limits", () => {
  test("refuse a message above the rates, then end the connection", () => {
    const over = (given: object) =>
      send(connected(5), publishPacket({ qos: 1, size: 9 }), contextOf(FULL, given));
    expect(brief(over({ limitPublish: () => "over" }).effects)).toBe("puback:97");
    expect(over({ limitBytes: () => "over" }).refused?.words).toContain("MQTT_PUBLISH_BYTES");
    expect(brief(over({ limitBytes: () => "flood" }).effects)).toContain("disconnect:96");
  });

  test("apply to the client's own topic; an alias stands for the whole topic", () => {
    const context = contextOf({ ...FULL, MQTT_MAX_TOPIC_BYTES: 8, MQTT_MAX_TOPIC_LEVELS: 3 });
    const root = "0123456789/";
    const say = (session: Connected, topic: string) =>
      send(session, publishPacket({ qos: 1, topic, topicAlias: 1 }), context);
    const taken = say(connected(5, { root }), `${root}12345678`);
    expect(brief(taken.effects)).toBe("route puback:0");
    expect(brief(say(taken.session as Connected, "").effects)).toBe("route puback:0");
    expect(brief(say(connected(5, { root }), `${root}a/b/c`).effects)).toBe("route puback:0");
    expect(brief(say(connected(5, { root }), `${root}a/b/c/d`).effects)).toContain("puback:90");
    const long = say(connected(5, { root }), `${root}${"x".repeat(99)}`);
    expect(brief(long.effects)).toContain("puback:90");
    expect((long.session as Connected).inboundAliases.get(1)?.length).toBe(root.length + 9);
  });
});
