import { describe, expect, test } from "vitest";
import type { Packet } from "../../../../broker/session/packet.ts";
import { because, REASONS, reasonOf } from "../../../../broker/session/reason.ts";
import { AWAITING_CONNECT, CLOSED, type Session } from "../../../../broker/session/session.ts";
import { step } from "../../../../broker/session/step.ts";
import { brief, connected, connectPacket, contextOf, publishPacket, send } from "./scene.ts";

const authenticating = (version: 4 | 5): Session => send(AWAITING_CONNECT, connectPacket(version)).session;

type Input = Parameters<typeof step>[1];
const malformed = (version: 4 | 5 | null, reason = REASONS.malformed): Input => ({
  type: "malformed",
  reason,
  version,
});
const packet = (each: Packet): Input => ({ type: "packet", packet: each });
const rejected: Input = { type: "rejected", reason: REASONS.badUserNameOrPassword };
const dropped = (reason: (typeof REASONS)["serverBusy"]): Input => ({ type: "dropped", reason });
const gone: Input = { type: "transport-closed" };

describe("session states", () => {
  const waiting: [string, Input, string, string][] = [
    ["CONNECT", packet(connectPacket(5)), "authenticating", "authenticate"],
    ["[MQTT-3.1.0-1] anything else first", packet({ type: "pingreq" }), "closed", "close"],
    ["malformed, of no version", malformed(null), "closed", "close"],
    ["malformed CONNECT in 5", malformed(5), "closed", "connack:81 close"],
    ["malformed CONNECT in 3.1.1", malformed(4), "closed", "close"],
    ["[MQTT-3.1.2-2] level", malformed(4, REASONS.unsupportedVersion), "closed", "connack:1 close"],
    ["too late for CONNECT", dropped(REASONS.keepAliveTimeout), "closed", "close"],
    ["gone before CONNECT", gone, "closed", ""],
    ["a delivery before CONNECT", { type: "refill", stored: [], more: false }, "awaiting-connect", ""],
  ];
  const begun: [string, Session, Input, string, string][] = [
    ["rejected in 5", authenticating(5), rejected, "closed", "connack:86 close"],
    ["rejected in 3.1.1", authenticating(4), rejected, "closed", "connack:4 close"],
    ["malformed while authenticating", authenticating(5), malformed(5), "closed", "connack:81 close"],
    ["dropped while authenticating", authenticating(5), dropped(REASONS.serverBusy), "closed", "close"],
    ["gone while authenticating", authenticating(5), gone, "closed", ""],
    ["a packet meanwhile", authenticating(5), packet({ type: "pingreq" }), "authenticating", ""],
    ["gone", connected(5), gone, "closed", "end"],
    ["taken over", connected(5), dropped(REASONS.sessionTakenOver), "closed", "disconnect:8e end close"],
    ["taken over in 3.1.1", connected(4), dropped(REASONS.sessionTakenOver), "closed", "end close"],
    ["malformed", connected(5), malformed(5), "closed", "errored disconnect:81 end close"],
    ["a rejection too late", connected(5), rejected, "connected", ""],
    ["anything after the end", CLOSED, packet(connectPacket(5)), "closed", ""],
  ];
  const rows = [
    ...waiting.map(([name, ...rest]) => [name, AWAITING_CONNECT, ...rest] as (typeof begun)[number]),
    ...begun,
  ];
  test.each(rows)("%s", (_, session, input, state, effects) => {
    const next = step(session, input, contextOf());
    expect([next.session.state, brief(next.effects)]).toEqual([state, effects]);
  });
});

describe("packets of a connected client", () => {
  const rows: [string, 4 | 5, Packet, string][] = [
    ["[MQTT-3.12.4-1] PINGREQ", 4, { type: "pingreq" }, "pingresp"],
    ["[MQTT-3.1.0-2] a second CONNECT", 5, connectPacket(5), "errored disconnect:82 end close"],
    ["[MQTT-3.1.0-2] a second CONNECT in 3.1.1", 4, connectPacket(4), "errored end close"],
    ["[MQTT-4.12.1-2] AUTH", 5, { type: "auth", code: 0x18 }, "errored disconnect:82 end close"],
    ["a packet that only servers send", 5, { type: "pingresp" }, "errored disconnect:82 end close"],
    ["[MQTT-3.14.4-3] DISCONNECT", 4, { type: "disconnect", code: 0 }, "end close"],
    ["PUBREL without its PUBLISH in 5", 5, { type: "pubrel", packetId: 3, code: 0 }, "pubcomp:92"],
    ["PUBREL without its PUBLISH in 3.1.1", 4, { type: "pubrel", packetId: 3, code: 0 }, "pubcomp:0"],
    ["PUBACK for nothing", 5, { type: "puback", packetId: 3, code: 0 }, ""],
    ["PUBCOMP for nothing", 5, { type: "pubcomp", packetId: 3, code: 0 }, ""],
    ["PUBREC for nothing in 5", 5, { type: "pubrec", packetId: 3, code: 0 }, "pubrel:92"],
    ["PUBREC for nothing in 3.1.1", 4, { type: "pubrec", packetId: 3, code: 0 }, "pubrel:0"],
  ];
  test.each(rows)("%s", (_, version, packet, effects) => {
    expect(brief(send(connected(version), packet).effects)).toBe(effects);
  });

  test("QoS 0, QoS 1 in and PINGREQ return the same session object", () => {
    const session = connected(5);
    for (const packet of [publishPacket(), publishPacket({ qos: 1 }), { type: "pingreq" } as const]) {
      expect(send(session, packet).session).toBe(session);
    }
  });
});

describe("DISCONNECT", () => {
  test.each([
    [0, false],
    [0x04, true],
    [0x80, true],
  ])("[MQTT-3.1.2-8] [MQTT-3.1.2-10] with reason %i the will is published: %s", (code, publishWill) => {
    const { effects } = send(connected(5), { type: "disconnect", code });
    expect(effects[0]).toMatchObject({ type: "end", publishWill, expiry: 0 });
  });

  test.each([
    [0, undefined, 0],
    [60, undefined, 60],
    [60, 0, 0],
    [60, 90, 90],
    [60, 0xffff_ffff, 86_400],
  ])("session expiry %i, changed to %s, is %i", (sessionExpiry, asked, expected) => {
    const properties = asked === undefined ? {} : { sessionExpiryInterval: asked };
    const { effects } = send(connected(5, { sessionExpiry }), { type: "disconnect", code: 0, properties });
    expect(effects[0]).toMatchObject({ type: "end", expiry: expected });
  });

  test("a session that ends with its connection cannot be prolonged", () => {
    const properties = { sessionExpiryInterval: 5 };
    expect(brief(send(connected(5), { type: "disconnect", code: 0, properties }).effects)).toContain(
      "disconnect:82",
    );
  });

  test("a discarded session leaves no state", () => {
    const input = { type: "dropped", reason: REASONS.notAuthorized, endSession: true } as const;
    const { effects } = step(connected(5, { sessionExpiry: 60 }), input, contextOf());
    expect(effects).toContainEqual(expect.objectContaining({ type: "end", publishWill: true, expiry: 0 }));
  });
});

test("an unknown reason code is kept, with a text", () => {
  expect(reasonOf(0xa2, "no wildcards")).toMatchObject({ code: 0xa2, words: "no wildcards" });
  expect(because(REASONS.malformed, "odd")).toMatchObject({ code: 0x81, words: "odd" });
});
