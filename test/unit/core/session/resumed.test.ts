/** Open messages of an earlier connection in a resumed session. */

import { describe, expect, test } from "vitest";
import type { Connected } from "../../../../broker/session/session.ts";
import { brief, connected, contextOf, FULL, publishPacket, send } from "./scene.ts";

const session = (next: { session: unknown }): Connected => next.session as Connected;

describe("QoS 2 after a reconnect", () => {
  test("[MQTT-4.9.0-1] messages left open by an earlier connection do not count, but are bounded", () => {
    const context = contextOf({ ...FULL, MQTT_RECEIVE_MAXIMUM: 2 });
    const open = (...earlier: number[]) => ({ received: new Set([1, 2, 3]), earlier: new Set(earlier) });
    const say = (given: object) =>
      brief(send(connected(5, {}, given), publishPacket({ qos: 2 }), context).effects);
    expect(say(open(1, 2))).toContain("pubrec:0");
    expect(say(open(1))).toContain("disconnect:93");
    expect(say({ received: new Set([1, 2, 3, 4]), earlier: new Set([1, 2, 3, 4]) })).toContain(
      "disconnect:93",
    );
    const again = session(
      send(connected(5, {}, open(1, 2)), publishPacket({ qos: 2, packetId: 2, dup: true }), context),
    );
    expect([...again.earlier]).toEqual([1]);
    const released = session(send(again, { type: "pubrel", packetId: 1, code: 0 }, context));
    expect([[...released.received], [...released.earlier]]).toEqual([[2, 3], []]);
  });

  test("[MQTT-4.3.3-11] PUBREL without a message gets success in a resumed session, an error in a new one", () => {
    const release = (version: 4 | 5, resumed: boolean) =>
      brief(send(connected(version, {}, { resumed }), { type: "pubrel", packetId: 5, code: 0 }).effects);
    expect([release(5, true), release(5, false), release(4, false)]).toEqual([
      "pubcomp:0",
      "pubcomp:92",
      "pubcomp:0",
    ]);
  });
});
