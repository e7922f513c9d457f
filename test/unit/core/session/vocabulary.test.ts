import { describe, expect, test } from "vitest";
import { type BrokerLimits, brokerLimits } from "../../../../broker/contract/limits.ts";
import { maxInflight } from "../../../../broker/session/connect.ts";
import {
  isExpired,
  remainingProperties,
  willMessage,
  withOwnBuffer,
} from "../../../../broker/session/message.ts";
import { topicOverLimit } from "../../../../broker/session/message-fault.ts";
import { capabilities, NEVER, profileOf } from "../../../../broker/session/profile.ts";
import { REASONS, reasonOf } from "../../../../broker/session/reason.ts";
import { messageOf, NOW, willOf } from "./scene.ts";

describe("a message", () => {
  test("[MQTT-3.3.2-5] [MQTT-3.3.2-6] expires at its time, and carries the remaining seconds", () => {
    const properties = { messageExpiryInterval: 10, contentType: "text/plain" };
    const message = messageOf({ properties, expiresAt: NOW + 10_000 });
    expect([isExpired(message, NOW + 10_000), isExpired(message, NOW + 10_001)]).toEqual([false, true]);
    expect(isExpired(messageOf({ expiresAt: null }), Number.MAX_SAFE_INTEGER)).toBe(false);
    expect(remainingProperties(message, NOW)).toBe(properties);
    expect(remainingProperties(message, NOW + 4001)).toEqual({ ...properties, messageExpiryInterval: 6 });
    expect(remainingProperties(message, NOW + 60_000)).toMatchObject({ messageExpiryInterval: 0 });
    const lasting = messageOf({ expiresAt: null });
    expect(remainingProperties(lasting, NOW)).toBe(lasting.properties);
  });

  test("takes little more memory than its own bytes while queued, even from a large frame", () => {
    const frame = new Uint8Array(1_000_000).fill(7);
    const part = messageOf({
      payload: frame.subarray(10, 20),
      properties: { correlationData: frame.subarray(0, 3) },
      wire: { bytes: frame, version: 5, packetIdAt: -1 },
    });
    const held = withOwnBuffer(part);
    expect(held).toEqual({ ...part, wire: null });
    expect([held.payload, held.properties.correlationData].map((each) => each?.buffer.byteLength)).toEqual([
      10, 3,
    ]);
    expect(withOwnBuffer(messageOf({ payload: frame.subarray(5) })).payload.buffer).toBe(frame.buffer);
    expect(withOwnBuffer(messageOf({ payload: frame.slice(0, 9).subarray(1) })).properties).toEqual({});
  });

  test("from a will expires from the time of its publication", () => {
    const will = willOf({
      topic: "w",
      qos: 1,
      retain: true,
      delay: 5,
      properties: { messageExpiryInterval: 3 },
    });
    expect(willMessage(will, NOW)).toEqual({
      topic: "w",
      payload: will.payload,
      qos: 1,
      retain: true,
      properties: { messageExpiryInterval: 3 },
      expiresAt: NOW + 3000,
    });
    expect(willMessage(willOf(), NOW).expiresAt).toBeNull();
  });
});

describe("the profile", () => {
  const limitsWith = (limits: Partial<BrokerLimits>): BrokerLimits => ({ ...brokerLimits({}), ...limits });
  const LONG = `${"é".repeat(200)}/${"a/".repeat(50)}a`;

  test("0 is no limit, except where the protocol or an attachment has one", () => {
    const limits = limitsWith({
      MQTT_MAX_PACKET_SIZE: 0,
      MQTT_MAX_TOPIC_BYTES: 0,
      MQTT_MAX_TOPIC_LEVELS: 0,
      MQTT_RECEIVE_MAXIMUM: 0,
      MQTT_MAX_INFLIGHT: 0,
      MQTT_MAX_SESSION_EXPIRY: 0,
    });
    const profile = profileOf(limits);
    expect(profile).toMatchObject({ receiveMaximum: 500, maximumSessionExpiry: NEVER });
    expect(maxInflight(limits)).toBe(100);
    expect(capabilities(profile)).not.toHaveProperty("maximumPacketSize");
    expect(topicOverLimit(LONG, limits)).toBeNull();
  });

  test("stays within an attachment's size", () => {
    const limits = limitsWith({
      MQTT_RECEIVE_MAXIMUM: 65_535,
      MQTT_MAX_INFLIGHT: 65_535,
      MQTT_TOPIC_ALIAS_MAXIMUM: 65_535,
    });
    expect(profileOf(limits)).toMatchObject({ receiveMaximum: 500, topicAliasMaximum: 1000 });
    expect(maxInflight(limits)).toBe(100);
  });

  test.each([
    ["bytes", { MQTT_MAX_TOPIC_BYTES: 10, MQTT_MAX_TOPIC_LEVELS: 0 }, "a".repeat(10), "MQTT_MAX_TOPIC_BYTES"],
    ["bytes, not characters", { MQTT_MAX_TOPIC_BYTES: 10 }, "é".repeat(5), "MQTT_MAX_TOPIC_BYTES"],
    ["levels", { MQTT_MAX_TOPIC_BYTES: 0, MQTT_MAX_TOPIC_LEVELS: 3 }, "a/a/a", "MQTT_MAX_TOPIC_LEVELS"],
  ])("a topic has a maximum of %s", (_, given, longest, named) => {
    const limits = limitsWith(given);
    expect(topicOverLimit(longest, limits)).toBeNull();
    expect(topicOverLimit(`${longest}/`, limits)?.words).toContain(named);
  });
});

test("a reason is found by its number and has its own text; an unknown number is kept", () => {
  expect(reasonOf(0x97, "Too much.")).toEqual({ ...REASONS.quotaExceeded, words: "Too much." });
  expect(reasonOf(0xa2, "Odd.")).toEqual({ ...REASONS.unspecified, code: 0xa2, words: "Odd." });
});
