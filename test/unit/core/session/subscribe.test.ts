import { describe, expect, test } from "vitest";
import { brief, connected, contextOf, FULL, send } from "./scene.ts";

describe("SUBSCRIBE and UNSUBSCRIBE", () => {
  const request = (filter: string, given = {}) => ({
    filter,
    qos: 2 as const,
    noLocal: false,
    retainAsPublished: false,
    retainHandling: 0 as const,
    ...given,
  });
  const subscribe = (...subscriptions: ReturnType<typeof request>[]) =>
    ({ type: "subscribe", packetId: 4, subscriptions }) as const;

  const fatal: [string, 4 | 5, ReturnType<typeof request>, string][] = [
    ["[MQTT-4.8.2-1] a shared filter without a group", 5, request("$share//a"), "disconnect:8f"],
    ["[MQTT-3.8.3-4] No Local on a shared one", 5, request("$share/g/a", { noLocal: true }), "disconnect:82"],
  ];
  test.each(fatal)("%s ends the connection", (_, version, each, effects) => {
    expect(brief(send(connected(version), subscribe(each)).effects)).toContain(effects);
  });

  test("[MQTT-3.8.4-7] QoS is granted up to the maximum, one code for each filter", () => {
    const { effects } = send(connected(5), subscribe(request("a"), request("b", { qos: 0 })));
    expect(effects[0]).toMatchObject({ packet: { type: "suback", packetId: 4, codes: [1, 0] } });
    expect(brief(effects)).toBe("suback subscribe subscribe");
  });

  test.each([
    [5, 0x87],
    [4, 0x80],
  ] as const)("a filter without permission, level %i: %i", (version, code) => {
    const context = contextOf({}, { readable: (topic) => topic === "a" });
    const { effects } = send(connected(version), subscribe(request("$share/g/a"), request("b")), context);
    expect(effects[0]).toMatchObject({ packet: { codes: [1, code] } });
    expect(brief(effects)).toBe("suback subscribe errored");
  });

  test.each([
    ["too long", 5, "f".repeat(513), 0x8f],
    ["too deep", 5, "/".repeat(16), 0x8f],
    ["too deep", 4, "/".repeat(16), 0x80],
  ] as const)("a filter %s is refused alone, level %i", (_, version, filter, code) => {
    const answer = send(connected(version), subscribe(request("a"), request(filter)));
    expect(answer.effects[0]).toMatchObject({ packet: { codes: [1, code] } });
    expect(answer.refused).toMatchObject({ kind: "limit", topic: filter });
    const packet = { type: "unsubscribe", packetId: 4, filters: [filter] } as const;
    expect(send(connected(version), packet).effects).toMatchObject([{ packet: { codes: [0x8f] } }]);
  });

  test("the limit counts filters: a repeated one counts once", () => {
    const context = contextOf(
      { MQTT_MAX_SUBSCRIPTIONS: 2 },
      { subscriptionCount: () => 1, subscribed: (filter) => filter === "old" },
    );
    const packet = subscribe(request("new"), request("new"), request("old"), request("other"));
    expect(send(connected(5), packet, context).effects[0]).toMatchObject({
      packet: { codes: [1, 1, 1, 0x97] },
    });
  });

  test.each([
    [5, 0x97],
    [4, 0x80],
  ] as const)("above MQTT_SUBSCRIBE_RATE a filter is refused, level %i: %i [T73]", (version, code) => {
    let left = 1;
    const context = contextOf({}, { limitFilter: () => (left-- > 0 ? "pass" : "over") });
    const { effects, refused } = send(connected(version), subscribe(request("a"), request("b")), context);
    expect(effects[0]).toMatchObject({ packet: { codes: [1, code] } });
    expect(brief(effects)).toBe("suback subscribe errored");
    expect(refused).toMatchObject({ kind: "limit", words: expect.stringContaining("MQTT_SUBSCRIBE_RATE") });
  });

  test("further filters end the connection, unsubscribed ones count, too [T73]", () => {
    const context = contextOf({}, { limitFilter: () => "flood" });
    const unsubscribe = { type: "unsubscribe", packetId: 4, filters: ["a"] } as const;
    expect(brief(send(connected(5), subscribe(request("a")), context).effects)).toBe(
      "disconnect:96 end close",
    );
    expect(brief(send(connected(4), unsubscribe, context).effects)).toBe("end close");
  });

  test("above the rate UNSUBSCRIBE still succeeds, because 3.1.1 cannot refuse it", () => {
    const context = contextOf({}, { limitFilter: () => "over", subscribed: () => true });
    const unsubscribe = { type: "unsubscribe", packetId: 4, filters: ["a"] } as const;
    expect(brief(send(connected(4), unsubscribe, context).effects)).toBe("unsubscribe unsuback");
  });

  test.each([
    [0, false, true],
    [0, true, true],
    [1, false, true],
    [1, true, false],
    [2, false, false],
  ] as const)(
    "retain handling %i, subscribed before: %s, sends retained messages: %s",
    (retainHandling, before, sendRetained) => {
      const context = contextOf(FULL, { subscribed: () => before });
      const { effects } = send(connected(5), subscribe(request("a", { retainHandling })), context);
      expect(effects[1]).toMatchObject({ type: "subscribe", sendRetained });
      const shared = send(connected(5), subscribe(request("$share/g/a", { retainHandling })), context);
      expect(shared.effects[1]).toMatchObject({ sendRetained: false });
    },
  );

  test("[MQTT-3.10.4-4] [MQTT-3.11.3-1] UNSUBACK has a code for each filter, also for one without a subscription", () => {
    const context = contextOf({}, { subscribed: (filter) => filter === "a" });
    const { effects } = send(
      connected(5),
      { type: "unsubscribe", packetId: 4, filters: ["a", "b", "a"] },
      context,
    );
    expect(brief(effects)).toBe("unsubscribe unsuback");
    expect(effects.at(-1)).toMatchObject({ packet: { packetId: 4, codes: [0, 0x11, 0x11] } });
    const wrong = send(connected(5), { type: "unsubscribe", packetId: 4, filters: ["a#"] }, context);
    expect(brief(wrong.effects)).toContain("disconnect:8f");
  });
});
