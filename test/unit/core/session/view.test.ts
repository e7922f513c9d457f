import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Packet, PublishPacket, UnsubscribePacket } from "../../../../broker/session/packet.ts";
import {
  packetInAccount,
  publishInView,
  topicInView,
  willInAccount,
} from "../../../../broker/session/view.ts";

const ROOT = "0f000000-0000-4000-8000-000000000001/";
const publish = (topic: string, properties = {}): PublishPacket => ({
  type: "publish",
  topic,
  payload: new Uint8Array(0),
  qos: 0,
  retain: false,
  dup: false,
  packetId: 0,
  properties,
});
const taken = (topic: string): string => (packetInAccount(ROOT, publish(topic)) as PublishPacket).topic;
const filters = (...given: string[]): readonly string[] =>
  (packetInAccount(ROOT, { type: "unsubscribe", packetId: 1, filters: given }) as UnsubscribePacket).filters;

describe("root view", () => {
  test("a topic returns to the client as it was sent", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (topic) => {
        expect(topicInView(ROOT, taken(topic))).toBe(topic);
        expect(taken(topic)).toBe(ROOT + topic);
        // the prefix is added once
        expect(taken(ROOT + topic)).toBe(ROOT + topic);
      }),
    );
  });

  test("a leading slash is kept; no topic stays no topic", () => {
    expect(taken("/a")).toBe(`${ROOT}/a`);
    expect(topicInView(ROOT, `${ROOT}/a`)).toBe("/a");
    expect(topicInView(ROOT, ROOT)).toBe(ROOT);
    // an alias stands for the whole topic
    expect(taken("")).toBe("");
  });

  test("filters are translated, inside a shared subscription, too", () => {
    expect(filters("#", "+/a", "$SYS/#", `${ROOT}a`, "$share/g/a/+", `$share/g/${ROOT}a`)).toEqual([
      `${ROOT}#`,
      `${ROOT}+/a`,
      `${ROOT}$SYS/#`,
      `${ROOT}a`,
      `$share/g/${ROOT}a/+`,
      `$share/g/${ROOT}a`,
    ]);
    expect(topicInView(ROOT, `$share/g/${ROOT}a/+`)).toBe("$share/g/a/+");
  });

  test("each filter of a SUBSCRIBE is translated; other packets have no topic", () => {
    const options = { qos: 1, noLocal: false, retainAsPublished: false, retainHandling: 0 } as const;
    const packet: Packet = { type: "subscribe", packetId: 1, subscriptions: [{ filter: "a/#", ...options }] };
    expect(packetInAccount(ROOT, packet)).toEqual({
      ...packet,
      subscriptions: [{ filter: `${ROOT}a/#`, ...options }],
    });
    const ping: Packet = { type: "pingreq" };
    expect(packetInAccount(ROOT, ping)).toBe(ping);
  });

  test("a packet that can be forwarded unchanged carries the missing prefix", () => {
    const wire = { bytes: new Uint8Array(4), version: 4, packetIdAt: -1 } as const;
    const came = (topic: string) => packetInAccount(ROOT, { ...publish(topic), wire: { ...wire } });
    expect(came("a")).toMatchObject({ topic: `${ROOT}a`, wire: { root: ROOT } });
    expect(came(`${ROOT}a`)).toMatchObject({ topic: `${ROOT}a`, wire });
  });

  test("response topics of messages and wills are translated", () => {
    const asked = packetInAccount(ROOT, publish("ask", { responseTopic: "answer" })) as PublishPacket;
    expect(asked.properties.responseTopic).toBe(`${ROOT}answer`);
    expect(publishInView(ROOT, asked)).toMatchObject({
      topic: "ask",
      properties: { responseTopic: "answer" },
    });
    const will = { ...publish("gone"), delay: 0, properties: { responseTopic: "answer" } };
    expect(willInAccount(ROOT, will)).toMatchObject({
      topic: `${ROOT}gone`,
      properties: { responseTopic: `${ROOT}answer` },
    });
  });

  test("account view changes no topic", () => {
    const packets: Packet[] = [publish("a"), { type: "unsubscribe", packetId: 1, filters: ["#"] }];
    for (const packet of packets) expect(packetInAccount("", packet)).toBe(packet);
    const said = publish("a");
    expect(publishInView("", said)).toBe(said);
    expect(topicInView("", `${ROOT}a`)).toBe(`${ROOT}a`);
  });
});
