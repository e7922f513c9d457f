/** Messages larger than a packet, a row or a client can hold, and refusals that MQTT 3.1 lacks. */

import { describe, expect, test } from "vitest";
import type { ProtocolVersion, PublishPacket } from "../../../../broker/session/packet.ts";
import { step } from "../../../../broker/session/step.ts";
import {
  arrive,
  brief,
  connected,
  connectPacket,
  contextOf,
  messageOf,
  publishPacket,
  send,
  willOf,
} from "./scene.ts";

const LONG = { topic: "é".repeat(32_768) };
const responseTopic = { properties: { responseTopic: LONG.topic } };
const userProperties = { properties: { userProperties: [["a", "x".repeat(65_536)] as const] } };
const full = (more: Parameters<typeof contextOf>[1] = {}) =>
  contextOf({ profile: "full", MQTT_MAX_TOPIC_BYTES: 0 }, more);

describe("a PUBLISH", () => {
  const rows: [string, ProtocolVersion, Partial<PublishPacket>, string][] = [
    ["whose topic is too long", 5, { ...LONG, qos: 1 }, "puback:90 errored"],
    ["whose response topic is too long", 5, { ...responseTopic, qos: 2 }, "pubrec:90 errored"],
    ["whose topic is too long in 3.1.1", 4, { ...LONG, qos: 1 }, "errored end close"],
    ["with too many user properties", 5, { ...userProperties, qos: 1 }, "puback:97 errored"],
    ["with too many of them at QoS 0", 5, userProperties, "disconnect:97 end close"],
  ];
  test.each(rows)("%s, level %i", (_, version, packet, effects) => {
    expect(brief(send(connected(version), publishPacket(packet), full()).effects)).toBe(effects);
  });

  test.each([
    [5, { qos: 1 }, "puback:97"],
    [4, { qos: 1 }, "end close"],
    [5, {}, ""],
    [5, { retain: true }, "route"],
  ] as const)("to be stored on a day without rows left, level %i %o", (version, packet, effects) => {
    const context = full({ mayStore: ({ qos, retain }) => qos === 0 && !retain && "retain" in packet });
    expect(brief(send(connected(version), publishPacket(packet), context).effects)).toBe(effects);
  });

  test.each([
    ["pass", "pubrec:0"],
    ["over", "pubrec:0"],
    ["flood", "disconnect:96 end close"],
  ] as const)("repeated at QoS 2, with the rate at %s", (verdict, effects) => {
    const session = connected(5, {}, { received: new Set([5]) });
    const context = full({ limitPublish: () => verdict });
    expect(brief(send(session, publishPacket({ qos: 2, dup: true }), context).effects)).toBe(effects);
  });
});

test.each([
  ["topic", LONG],
  ["response topic", responseTopic],
])("a will whose %s is too long with the account's prefix", (_, given) => {
  const connect = connectPacket(5, { will: willOf(given) });
  expect(brief(arrive(connect, full()).effects)).toBe("connack:90 close");
});

test("a message that no packet can hold is dropped, and later ones continue", () => {
  const session = connected(5, { sessionExpiry: 60 });
  const delivery = { message: messageOf(), qos: 1 as const, retain: false, identifiers: [] };
  const handed = step(session, { type: "deliver", delivery, size: Infinity }, full());
  expect(handed).toEqual({ session, effects: [] });
  const stored = [{ seq: 1, delivery, packetId: null, phase: "puback" as const, size: Infinity }];
  expect(brief(step(session, { type: "refill", stored, more: false }, full()).effects)).toBe("discard");
});

describe("a filter", () => {
  const request = (filter: string) => ({
    filter,
    qos: 1 as const,
    noLocal: false,
    retainAsPublished: false,
    retainHandling: 0 as const,
  });
  const subscribe = (filter: string) =>
    ({ type: "subscribe", packetId: 4, subscriptions: [request("a"), request(filter)] }) as const;

  test.each([
    [3, "b", 0, /b: no\. MQTT 3\.1 has no error for this/],
    [3, "$share//a", 0, /^A shared subscription is .* MQTT 3\.1 has no error for this/],
    [4, "$share//a", 0x80, /^A shared subscription is/],
    [4, "$share/x", 0x80, /^A shared subscription is/],
  ] as const)("is refused at level %i: %s", (version, filter, code, words) => {
    const context = contextOf({}, { readable: (topic) => topic === "a" });
    const { effects, refused } = send(connected(version), subscribe(filter), context);
    expect(effects[0]).toMatchObject({ packet: { type: "suback", codes: [1, code] } });
    expect(brief(effects)).toBe("suback subscribe errored");
    expect(refused?.words).toMatch(words);
  });

  test("whose SUBACK the client cannot take is not subscribed", () => {
    const session = connected(5, { maximumPacketSize: 6 });
    expect(brief(send(session, subscribe("b")).effects)).toBe("errored disconnect:95 end close");
    const packet = { type: "unsubscribe", packetId: 4, filters: ["a", "b"] } as const;
    expect(brief(send(session, packet).effects)).toBe("errored disconnect:95 end close");
  });
});

test.each([
  ["c", "authenticate"],
  ["ü".repeat(23), "authenticate"],
  ["c".repeat(24), "authenticate"],
  ["", "connack:2 close"],
])("MQTT 3.1 with the client id '%s'", (clientId, effects) => {
  expect(brief(send({ state: "awaiting-connect" }, connectPacket(3, { clientId })).effects)).toBe(effects);
});
