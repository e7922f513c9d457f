import { describe, expect, test } from "vitest";
import type { ClientIdentity } from "../../../../broker/session/effect.ts";
import { AWAITING_CONNECT, type Connected } from "../../../../broker/session/session.ts";
import { arrive, brief, connectPacket, contextOf, FULL, send, willOf } from "./scene.ts";

const identity: ClientIdentity = {
  sessionId: 7,
  principal: "p",
  kind: "credential",
  id: "i",
  shownClientId: "c",
  stored: null,
};

describe("CONNECT", () => {
  const refusals: [string, Parameters<typeof connectPacket>, string][] = [
    ["enhanced authentication", [5, { properties: { authenticationMethod: "x" } }], "connack:8c close"],
    [
      "authentication data",
      [5, { properties: { authenticationData: Uint8Array.of(1) } }],
      "connack:82 close",
    ],
    ["[MQTT-3.1.3-8] kept, without a client id", [4, { clientId: "", clean: false }], "connack:2 close"],
    ["a client id too long in 3.1.1", [4, { clientId: "é".repeat(129) }], "connack:2 close"],
    ["a client id too long in 5", [5, { clientId: "é".repeat(129) }], "connack:85 close"],
    ["nobody at all in 3.1.1", [4, { username: null, password: null }], "connack:5 close"],
    ["nobody at all in 5", [5, { username: null, password: null }], "connack:87 close"],
    ["a password alone", [5, { username: null }], "connack:86 close"],
    ["a password that is no text", [4, { password: Uint8Array.of(0xff) }], "connack:4 close"],
    ["[MQTT-3.2.2-12] a will above the maximum QoS", [5, { will: willOf({ qos: 2 }) }], "connack:9b close"],
    ["[MQTT-3.2.2-13] a retained will", [5, { will: willOf({ retain: true }) }], "connack:9a close"],
    ["a will topic too long", [5, { will: willOf({ topic: "t".repeat(513) }) }], "connack:90 close"],
    ["a will topic too long in 3.1.1", [4, { will: willOf({ topic: "t".repeat(513) }) }], "close"],
  ];
  test.each(refusals)("%s", (_, packet, effects) => {
    expect(brief(send(AWAITING_CONNECT, connectPacket(...packet)).effects)).toBe(effects);
  });

  test("is refused for a will without permission", () => {
    const context = contextOf({}, { readable: () => false });
    expect(brief(arrive(connectPacket(5, { will: willOf() }), context).effects)).toBe("connack:87 close");
    expect(brief(arrive(connectPacket(4, { will: willOf() }), context).effects)).toBe("connack:5 close");
  });

  test("in root view keeps a permitted will, and drops another with a notice to the owner", () => {
    const [packet, root] = [connectPacket(4, { will: willOf({ topic: "tele/lamp/LWT" }) }), "u/"];
    const input = { identity: { ...identity, root } };
    const taken = arrive(packet, contextOf(), input);
    expect(taken.effects[0]).toMatchObject({ type: "begin", will: { topic: "u/tele/lamp/LWT" } });
    expect(taken.session).toMatchObject({ state: "connected", client: { root } });
    const left = arrive(packet, contextOf({}, { readable: () => false }), input);
    expect(brief(left.effects)).toBe("begin connack:0");
    expect(left.effects[0]).toMatchObject({ type: "begin", will: null });
    expect(left.refused).toMatchObject({ kind: "connect", topic: "u/tele/lamp/LWT" });
  });

  test("records a bridge, and the end of its login", () => {
    const packet = connectPacket(4, { bridge: true });
    expect(arrive(packet, contextOf(), { identity: { ...identity, until: 9 } }).session).toMatchObject({
      client: { bridge: true, until: 9 },
    });
  });

  test("lowers a will above the profile in 3.1.1; the full profile keeps it", () => {
    const packet = connectPacket(4, { will: willOf({ qos: 2, retain: true }) });
    expect(arrive(packet).effects[0]).toMatchObject({ type: "begin", will: { qos: 1, retain: false } });
    expect(arrive(packet, contextOf(FULL)).effects[0]).toMatchObject({ will: { qos: 2, retain: true } });
  });

  const settled: [string, Parameters<typeof connectPacket>, object][] = [
    ["3.1.1, clean", [4, { keepAlive: 300 }], { sessionExpiry: 0, keepAlive: 300, receiveMaximum: 32 }],
    ["3.1.1, kept", [4, { clean: false }], { sessionExpiry: 86_400 }],
    ["5, no expiry", [5, { clean: false }], { sessionExpiry: 0 }],
    [
      "5, expiry above the maximum",
      [5, { properties: { sessionExpiryInterval: 0xffff_ffff } }],
      { sessionExpiry: 86_400 },
    ],
    ["5, keep alive above the server's", [5, { keepAlive: 300 }], { keepAlive: 60 }],
    ["5, keep alive off", [5, { keepAlive: 0 }], { keepAlive: 0 }],
    [
      "5, what it takes",
      [
        5,
        {
          properties: {
            receiveMaximum: 3,
            maximumPacketSize: 99,
            topicAliasMaximum: 2,
            requestProblemInformation: 0,
          },
        },
      ],
      { receiveMaximum: 3, maximumPacketSize: 99, topicAliasMaximum: 2, problemInformation: false },
    ],
  ];
  test.each(settled)("settles %s", (_, packet, client) => {
    expect(arrive(connectPacket(...packet)).session).toMatchObject({ state: "connected", client });
  });

  test("CONNACK has changed values only [MQTT-3.2.2-16] [MQTT-3.2.2-21]", () => {
    const properties = (packet: Parameters<typeof connectPacket>) => {
      const sent = arrive(connectPacket(...packet)).effects.find((each) => each.type === "send");
      return sent?.packet.type === "connack" ? sent.packet.properties : null;
    };
    const plain = properties([5, {}]);
    expect(plain).not.toHaveProperty("sessionExpiryInterval");
    expect(plain).not.toHaveProperty("serverKeepAlive");
    expect(plain).not.toHaveProperty("assignedClientIdentifier");
    expect(
      properties([5, { clientId: "", keepAlive: 61, properties: { sessionExpiryInterval: 99_999 } }]),
    ).toMatchObject({
      assignedClientIdentifier: "fresh",
      serverKeepAlive: 60,
      sessionExpiryInterval: 86_400,
    });
    expect(properties([4, {}])).toBeUndefined();
  });

  test("[MQTT-3.1.2-24] a CONNACK that does not fit omits defaults; if that is not enough, the connection is refused", () => {
    const answer = (maximumPacketSize: number) =>
      arrive(connectPacket(5, { properties: { maximumPacketSize } }));
    const said = (maximumPacketSize: number) => answer(maximumPacketSize).effects[1];
    expect(said(100)).toMatchObject({ packet: { properties: { wildcardSubscriptionAvailable: 1 } } });
    expect(said(24)).not.toMatchObject({ packet: { properties: { wildcardSubscriptionAvailable: 1 } } });
    expect(brief(answer(24).effects)).toBe("begin connack:0");
    expect(brief(answer(15).effects)).toBe("close");
    expect(answer(15)).toMatchObject({ session: { state: "closed" }, refused: { kind: "connect" } });
  });

  test("[MQTT-3.2.2-2] [MQTT-3.2.2-3] a kept session is resumed unless it is a clean start, and its messages are sent", () => {
    const identity = {
      sessionId: 7,
      principal: "p",
      kind: "credential" as const,
      id: "i",
      shownClientId: "c",
      stored: { received: [3], nextPacketId: 9, backlog: true },
    } satisfies ClientIdentity;
    const kept = arrive(connectPacket(5, { clean: false }), contextOf(), { identity });
    expect(brief(kept.effects)).toBe("begin connack:0 refill");
    expect(kept.effects[1]).toMatchObject({ packet: { sessionPresent: true } });
    expect([...(kept.session as Connected).received]).toEqual([3]);
    const clean = arrive(connectPacket(5), contextOf(), { identity });
    expect(clean.effects[1]).toMatchObject({ packet: { sessionPresent: false } });
  });
});
