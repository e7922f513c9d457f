import { describe, expect, test } from "vitest";
import type { Connected } from "../../../../broker/session/session.ts";
import { step } from "../../../../broker/session/step.ts";
import { brief, connected, contextOf, FULL, messageOf, NOW, publishPacket, send } from "./scene.ts";

const session = (next: { session: unknown }): Connected => next.session as Connected;

describe("PUBLISH from a client", () => {
  type Row = [string, 4 | 5, Parameters<typeof publishPacket>[0], Parameters<typeof contextOf>, string];
  const QOS_1 = { qos: 1 } as const;
  const QOS_2 = { qos: 2 } as const;
  const KEPT = { retain: true, qos: 1 } as const;
  const LONG = { topic: "é".repeat(257) };
  const DEEP = { topic: "/".repeat(16) };
  const denied = { readable: () => false };
  const old = { isTooOld: () => true };
  const over = { limitPublish: () => "over" as const };
  const unretained = { mayRetain: () => false };
  const unqueued = { mayQueue: () => false };
  const rows: Row[] = [
    ["QoS 0", 4, {}, [], "route"],
    ["[MQTT-4.3.2-4] QoS 1", 5, QOS_1, [], "route puback:0"],
    ["QoS 2 in the full profile", 5, QOS_2, [FULL], "receive route pubrec:0"],
    ["[MQTT-3.2.2-11] QoS 2 in the classic profile", 5, QOS_2, [], "errored disconnect:9b end close"],
    ["QoS 2 in 3.1.1", 4, QOS_2, [], "errored end close"],
    ["[MQTT-3.2.2-14] retained where none are", 5, { retain: true }, [], "errored disconnect:9a end close"],
    ["retained in 3.1.1 is like any other", 4, { retain: true }, [], "route"],
    ["a topic too long", 5, LONG, [], "errored disconnect:90 end close"],
    ["a topic too deep", 5, DEEP, [], "errored disconnect:90 end close"],
    ["a topic too long at QoS 1", 5, { ...LONG, qos: 1 }, [], "puback:90 errored"],
    ["a topic too deep at QoS 2", 5, { ...DEEP, qos: 2 }, [FULL], "pubrec:90 errored"],
    ["a topic too deep at QoS 1 in 3.1.1", 4, { ...DEEP, qos: 1 }, [], "errored end close"],
    ["a topic just right", 5, { topic: `${"é".repeat(250)}/a/b/c` }, [], "route"],
    ["[MQTT-3.3.2-8] no topic at all", 5, { topic: "" }, [], "errored disconnect:82 end close"],
    ["an alias for nothing", 5, { topic: "", topicAlias: 1 }, [], "errored disconnect:82 end close"],
    ["[MQTT-3.3.2-8] alias 0", 5, { topicAlias: 0 }, [], "errored disconnect:94 end close"],
    ["[MQTT-3.3.2-9] alias above the maximum", 5, { topicAlias: 17 }, [], "errored disconnect:94 end close"],
    ["not allowed at QoS 0", 5, {}, [{}, denied], "errored"],
    ["[MQTT-3.3.5-2] not allowed at QoS 1", 5, QOS_1, [{}, denied], "puback:87 errored"],
    ["not allowed at QoS 1 in 3.1.1", 4, QOS_1, [{}, denied], "puback:0 errored"],
    ["not allowed at QoS 2", 5, QOS_2, [FULL, denied], "pubrec:87 errored"],
    ["not allowed at QoS 2 in 3.1.1: it goes on", 4, QOS_2, [FULL, denied], "receive pubrec:0 errored"],
    ["measured too long ago, QoS 0", 5, {}, [{}, old], "errored"],
    ["measured too long ago, QoS 1", 5, QOS_1, [{}, old], "puback:99 errored"],
    ["measured too long ago, QoS 2", 5, QOS_2, [FULL, old], "pubrec:99 errored"],
    ["measured too long ago, 3.1.1", 4, QOS_1, [{}, old], "puback:0 errored"],
    ["over the rate at QoS 0", 5, {}, [{}, over], ""],
    ["over the rate at QoS 1", 5, QOS_1, [{}, over], "puback:97"],
    ["over the rate at QoS 1 in 3.1.1", 4, QOS_1, [{}, over], "end close"],
    ["no room to retain it, QoS 1", 5, KEPT, [FULL, unretained], "puback:97"],
    ["no room to retain it, QoS 2", 5, { ...KEPT, qos: 2 }, [FULL, unretained], "pubrec:97"],
    ["no room to queue it", 5, QOS_1, [{}, unqueued], "puback:97"],
    ["no room to queue it, QoS 2", 5, QOS_2, [FULL, unqueued], "pubrec:97"],
    ["no room to queue it, 3.1.1", 4, QOS_1, [{}, unqueued], "end close"],
    ["no room to retain it, QoS 0", 5, { retain: true }, [FULL, unretained], "route"],
    ["no room to retain it, 3.1.1: it cannot be told no", 4, KEPT, [FULL, unretained], "route puback:0"],
    ["a flood", 5, QOS_1, [{}, { limitPublish: () => "flood" }], "disconnect:96 end close"],
  ];
  test.each(rows)("%s", (_, version, packet, context, effects) => {
    expect(brief(send(connected(version), publishPacket(packet), contextOf(...context)).effects)).toBe(
      effects,
    );
  });

  test("an alias stands for its topic until it gets another", () => {
    const first = session(send(connected(5), publishPacket({ topicAlias: 2 })));
    const again = send(first, publishPacket({ topic: "", topicAlias: 2 }));
    expect(again.effects[0]).toMatchObject({ message: { topic: "t" } });
    expect(again.session).toBe(first);
    const other = session(send(first, publishPacket({ topic: "u", topicAlias: 2 })));
    expect(send(other, publishPacket({ topic: "", topicAlias: 2 })).effects[0]).toMatchObject({
      message: { topic: "u" },
    });
  });

  test("[MQTT-4.3.3-10] [MQTT-4.3.3-11] QoS 2 delivers once, until PUBREL frees the packet id", () => {
    const context = contextOf(FULL);
    const taken = session(send(connected(5), publishPacket({ qos: 2 }), context));
    expect(brief(send(taken, publishPacket({ qos: 2, dup: true }), context).effects)).toBe("pubrec:0");
    const released = send(taken, { type: "pubrel", packetId: 5, code: 0 }, context);
    expect(brief(released.effects)).toBe("release pubcomp:0");
    expect(brief(send(released.session, publishPacket({ qos: 2 }), context).effects)).toBe(
      "receive route pubrec:0",
    );
  });

  test("[MQTT-3.3.4-9] the Receive Maximum applies to MQTT 5 only", () => {
    const context = contextOf({ ...FULL, MQTT_RECEIVE_MAXIMUM: 1 });
    const full = { received: new Set([1]) };
    expect(brief(send(connected(5, {}, full), publishPacket({ qos: 2 }), context).effects)).toContain(
      "disconnect:93",
    );
    expect(brief(send(connected(4, {}, full), publishPacket({ qos: 2 }), context).effects)).toContain(
      "pubrec:0",
    );
  });

  test("[MQTT-3.3.2-4] a message carries its properties and its expiry time", () => {
    const properties = { messageExpiryInterval: 3, contentType: "x" };
    const [effect] = send(connected(5), publishPacket({ properties })).effects;
    expect(effect).toMatchObject({ message: { properties, expiresAt: NOW + 3000 } });
  });
});

describe("messages to a client", () => {
  const give = (to: Connected, qos: 0 | 1 | 2, given = {}, size = 10, context = contextOf()) => {
    const delivery = { message: messageOf(given), qos, retain: false, identifiers: [] };
    return step(to, { type: "deliver", delivery, size }, context);
  };

  test("QoS 0 does not change the session", () => {
    const to = connected(5);
    const next = give(to, 0);
    expect(next.session).toBe(to);
    expect(next.effects).toMatchObject([{ type: "publish", packetId: 0, dup: false, alias: null }]);
  });

  test.each([
    [0, "publish"],
    [60, "keep publish"],
  ])("QoS 1 with session expiry %i", (sessionExpiry, effects) => {
    const next = give(connected(5, { sessionExpiry }), 1);
    expect(brief(next.effects)).toBe(effects);
    expect(session(next).inflight).toEqual([{ packetId: 1, phase: "puback" }]);
  });

  test("[MQTT-3.3.4-7] [MQTT-4.6.0-5] above the Receive Maximum a message is queued, and later ones behind it", () => {
    let to = session(give(connected(5, { receiveMaximum: 1 }), 1));
    const held = give(to, 1);
    expect(brief(held.effects)).toBe("hold");
    to = session(send(held.session, { type: "puback", packetId: 1, code: 0 }));
    expect([to.inflight, to.backlog]).toEqual([[], true]);
    expect(brief(give(to, 1).effects)).toBe("hold");
    // QoS 0 needs no acknowledgement and is not queued
    expect(brief(give(to, 0).effects)).toBe("publish");
  });

  test("[MQTT-2.2.1-3] packet ids wrap around, and skip used ones", () => {
    const inflight = [65_535, 1, 2].map((packetId) => ({ packetId, phase: "puback" as const }));
    const next = session(give(connected(5, {}, { nextPacketId: 65_535, inflight }), 1));
    expect([next.inflight.at(-1)?.packetId, next.nextPacketId]).toEqual([3, 4]);
    expect(session(give(connected(5, {}, { nextPacketId: 65_535 }), 1)).nextPacketId).toBe(1);
  });

  test("[MQTT-3.1.2-24] [MQTT-3.3.2-5] oversized and expired messages are dropped as if they had been sent", () => {
    expect(give(connected(5, { maximumPacketSize: 9 }), 1).effects).toEqual([]);
    expect(give(connected(5), 1, { expiresAt: NOW - 1 }).effects).toEqual([]);
    expect(give(connected(5), 1, { expiresAt: NOW }).effects.length).toBe(1);
  });

  test("[MQTT-3.1.2-26] uses as many aliases as the client accepts, except where the packet would be too large", () => {
    const to = connected(5, { topicAliasMaximum: 1, maximumPacketSize: 12 });
    expect(give(to, 0).effects).toMatchObject([{ alias: null }]);
    const first = give(connected(5, { topicAliasMaximum: 1 }), 0);
    expect(first.effects).toMatchObject([{ alias: { alias: 1, known: false } }]);
    expect(give(session(first), 0).effects).toMatchObject([{ alias: { alias: 1, known: true } }]);
    expect(give(session(first), 0, { topic: "u" }).effects).toMatchObject([{ alias: null }]);
  });

  const entry = (phase: "puback" | "pubrec" | "pubcomp", sessionExpiry = 60) =>
    connected(5, { sessionExpiry }, { inflight: [{ packetId: 5, phase }] });
  const acks: [string, Connected, "puback" | "pubrec" | "pubcomp", number, string][] = [
    ["PUBACK ends QoS 1", entry("puback"), "puback", 0, "settle"],
    ["PUBACK with an error ends it, too", entry("puback"), "puback", 0x97, "settle"],
    ["of a session that ends with its connection nothing is stored", entry("puback", 0), "puback", 0, ""],
    ["[MQTT-4.3.3-3] PUBREC is answered with PUBREL", entry("pubrec"), "pubrec", 0, "advance pubrel:0"],
    ["[MQTT-4.3.3-4] PUBREC with an error ends it", entry("pubrec"), "pubrec", 0x87, "settle"],
    ["PUBREC with an error for nothing is heard", connected(5), "pubrec", 0x80, ""],
    ["PUBREC again gets PUBREL again", entry("pubcomp"), "pubrec", 0, "pubrel:0"],
    ["PUBCOMP ends QoS 2", entry("pubcomp"), "pubcomp", 0, "settle"],
    ["[MQTT-4.3.2-3] PUBREC for QoS 1", entry("puback"), "pubrec", 0, "errored disconnect:82 end close"],
    ["PUBACK for QoS 2", entry("pubrec"), "puback", 0, "errored disconnect:82 end close"],
    ["PUBCOMP before PUBREC", entry("pubrec"), "pubcomp", 0, "errored disconnect:82 end close"],
  ];
  test.each(acks)("%s", (_, to, type, code, effects) => {
    expect(brief(send(to, { type, packetId: 5, code }).effects)).toBe(effects);
  });

  test("queued messages are sent in order: repeats with their id and DUP, others with a new id", () => {
    const delivery = { message: messageOf(), qos: 1 as const, retain: false, identifiers: [] };
    const two = { ...delivery, qos: 2 as const };
    const stored = [
      { seq: 1, delivery, packetId: 8, phase: "puback" as const, size: 10 },
      { seq: 2, delivery: two, packetId: 9, phase: "pubcomp" as const, size: 10 },
      {
        seq: 3,
        delivery: { ...delivery, message: messageOf({ expiresAt: NOW - 1 }) },
        packetId: null,
        phase: "puback" as const,
        size: 10,
      },
      { seq: 4, delivery: two, packetId: null, phase: "pubrec" as const, size: 10 },
    ];
    const to = connected(5, { sessionExpiry: 60 }, { backlog: true, nextPacketId: 10 });
    const next = step(to, { type: "refill", stored, more: true }, contextOf());
    expect(brief(next.effects)).toBe("sent publish pubrel:0 discard sent publish refill");
    expect(next.effects[1]).toMatchObject({ dup: true, packetId: 8 });
    expect(next.effects[5]).toMatchObject({ dup: false, packetId: 10 });
    expect(session(next).inflight.map((each) => each.phase)).toEqual(["puback", "pubcomp", "pubrec"]);
    const last = step(to, { type: "refill", stored: [], more: false }, contextOf());
    expect(session(last).backlog).toBe(false);
  });

  test("queued QoS 0 messages are sent and removed", () => {
    const delivery = { message: messageOf({ qos: 0 }), qos: 0 as const, retain: true, identifiers: [] };
    const stored = [{ seq: 1, delivery, packetId: null, phase: "puback" as const, size: 10 }];
    const next = step(
      connected(5, {}, { backlog: true }),
      { type: "refill", stored, more: true },
      contextOf(),
    );
    expect(brief(next.effects)).toBe("discard publish refill");
  });

  test("queued messages without read permission are not sent", () => {
    const delivery = { message: messageOf(), qos: 1 as const, retain: false, identifiers: [] };
    const stored = [{ seq: 1, delivery, packetId: 8, phase: "puback" as const, size: 10 }];
    const context = contextOf({}, { readable: () => false });
    const next = step(connected(5, {}, { backlog: true }), { type: "refill", stored, more: false }, context);
    expect(brief(next.effects)).toBe("discard");
  });

  const OF_GROUP = { share: "g", qos: 1 } as const;
  test.each([
    ["unsent, of a group", OF_GROUP, null, true],
    ["sent at QoS 1, of a group", OF_GROUP, 8, true],
    ["of no group", { qos: 1 }, null, false],
    ["unsent at QoS 2", { share: "g", qos: 2 }, null, true],
    ["[MQTT-4.8.2-5] sent at QoS 2", { share: "g", qos: 2 }, 8, false],
    ["expired", { ...OF_GROUP, message: messageOf({ expiresAt: NOW - 1 }) }, null, false],
  ] as const)(
    "a message that its group's member may not read goes to another one: %s",
    (_, given, packetId, passesOn) => {
      const delivery = { message: messageOf(), retain: false, identifiers: [], ...given };
      const phase = given.qos === 2 ? "pubrec" : "puback";
      const stored = [{ seq: 1, delivery, packetId, phase, size: 10 } as const];
      const context = contextOf({}, { readable: () => false });
      const { effects } = step(
        connected(5, {}, { backlog: true }),
        { type: "refill", stored, more: false },
        context,
      );
      expect(effects).toMatchObject([{ type: "discard", passesOn }]);
    },
  );

  test("a message too large for its group's member goes to no other one", () => {
    const delivery = { message: messageOf(), retain: false, identifiers: [], ...OF_GROUP };
    const stored = [{ seq: 1, delivery, packetId: null, phase: "puback", size: 100 } as const];
    const to = connected(5, { maximumPacketSize: 12 }, { backlog: true });
    const { effects } = step(to, { type: "refill", stored, more: false }, contextOf());
    expect(effects).toMatchObject([{ type: "discard", passesOn: false }]);
  });
});
