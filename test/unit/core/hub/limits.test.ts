import { describe, expect, test } from "vitest";
import { TokenBucket } from "../../../../broker/contract/token-bucket.ts";
import { RateLimiter } from "../../../../broker/hub/limits/rate-limiter.ts";
import { sessionKey, shownClientId } from "../../../../broker/hub/session-key.ts";
import { OutboundBuffer } from "../../../../broker/hub/socket/outbound-buffer.ts";

const NOTHING = {
  MQTT_PUBLISH_RATE: 0,
  MQTT_PUBLISH_BYTES: 0,
  MQTT_SUBSCRIBE_RATE: 0,
  MQTT_CONNECT_RATE: 0,
};
const allowanceOf = (limits: Partial<typeof NOTHING>) => new RateLimiter({ ...NOTHING, ...limits });

const times = <T>(count: number, of: () => T): T[] => Array.from({ length: count }, of);

describe("publish rate", () => {
  test("allows a burst of four seconds, then the rate, then reports a flood after a second's worth of refusals", () => {
    const bucket = new TokenBucket(10, 0);
    expect(times(40, () => bucket.take(0))).toEqual(Array(40).fill("pass"));
    expect(bucket.take(0)).toBe("over");
    expect(bucket.take(200)).toBe("pass"); // two tokens, less one of debt
    expect(times(9, () => bucket.take(200))).not.toContain("flood");
    expect(times(3, () => bucket.take(200)).at(-1)).toBe("flood");
    expect(bucket.take(60_000)).toBe("pass");
  });

  test("returned tokens are available at once, up to the burst", () => {
    const bucket = new TokenBucket(10, 0);
    times(40, () => bucket.take(0));
    bucket.give(3);
    expect(times(4, () => bucket.take(0))).toEqual(["pass", "pass", "pass", "over"]);
    bucket.give(1000);
    expect(times(41, () => bucket.take(0)).lastIndexOf("pass")).toBe(39);
  });

  test("a clock that jumps back neither fills nor empties the bucket", () => {
    const bucket = new TokenBucket(10, 10_000);
    times(40, () => bucket.take(10_000));
    expect(bucket.take(0)).toBe("over");
  });

  test("one connection has half of the account's rate, a reconnect adds none, 0 is no limit", () => {
    const allowance = allowanceOf({ MQTT_PUBLISH_RATE: 10 });
    const one = allowance.sharesOf("one", 0);
    expect(times(21, () => allowance.publish(one, 0)).lastIndexOf("pass")).toBe(19);
    expect(allowance.publish(allowance.sharesOf("one", 0), 0)).not.toBe("pass");
    const two = allowance.sharesOf("two", 0);
    expect(times(20, () => allowance.publish(two, 0)).lastIndexOf("pass")).toBe(19);
    // both have used up the account's own
    expect(allowance.publish(allowance.sharesOf("three", 0), 0)).toBe("over");
    const free = allowanceOf({});
    expect(free.publish(free.sharesOf("one", 0), 0)).toBe("pass");
  });
});

describe("publish byte rate", () => {
  test("allows a burst of sixteen seconds, half of it for one connection; a flood after four seconds' worth of refusals [T160]", () => {
    const allowance = allowanceOf({ MQTT_PUBLISH_BYTES: 100 });
    const one = allowance.sharesOf("one", 0);
    expect(times(9, () => allowance.bytes(one, 0, 100))).toEqual([...Array(8).fill("pass"), "over"]);
    expect(allowance.bytes(one, 0, 100)).toBe("flood");
    const two = allowance.sharesOf("two", 0);
    expect(times(8, () => allowance.bytes(two, 0, 100))).toEqual(Array(8).fill("pass"));
    expect(allowance.bytes(allowance.sharesOf("three", 0), 0, 1)).toBe("over");
    expect(allowance.bytes(one, 8000, 100)).toBe("pass");
  });

  test("a message above the burst passes alone, and empties it", () => {
    const allowance = allowanceOf({ MQTT_PUBLISH_BYTES: 10 });
    const one = allowance.sharesOf("one", 0);
    expect(allowance.bytes(one, 0, 100)).toBe("pass");
    expect(allowance.bytes(one, 0, 1)).toBe("over");
    expect(allowance.bytes(one, 20_000, 100)).toBe("pass");
  });
});

describe("connect rate", () => {
  test("allows a number a minute, then waits until the oldest is a minute old", () => {
    const allowance = allowanceOf({ MQTT_CONNECT_RATE: 2 });
    expect([0, 10_000, 60_000, 70_001].map((at) => allowance.connect("c", at))).toEqual([
      0, 50_000, 10_000, 49_999,
    ]);
    expect(allowance.connect("other", 10_000)).toBe(0);
    expect(allowanceOf({}).connect("c", 0)).toBe(0);
  });
});

describe("the unsent bytes of a silent reader", () => {
  test("are the cap at once, then the speed of a normal line; any packet of the reader resets them", () => {
    const credit = new OutboundBuffer(100, 100);
    credit.pass(0);
    expect(credit.refuses(100)).toBe(false);
    credit.spend(100);
    expect(credit.refuses(1)).toBe(true);
    credit.pass(500);
    expect([credit.refuses(50), credit.refuses(51)]).toEqual([false, true]);
    credit.clientResponded();
    expect(credit.refuses(100)).toBe(false);
  });

  test("may include one message larger than the cap, while at most the cap is unsent [F84]", () => {
    const credit = new OutboundBuffer(100, 100);
    credit.spend(100);
    expect([credit.refuses(300), credit.has(61), credit.has(60)]).toEqual([false, true, false]);
    credit.spend(1);
    expect([credit.refuses(300), credit.has(300), credit.wait(300)]).toEqual([true, false, 10]);
  });

  test("of replays go at the speed of a normal line for four caps, then at that of a slow one [F82]", () => {
    const credit = new OutboundBuffer(600, 600);
    const sentIn = (from: number, seconds: number): number => {
      let sent = 0;
      for (let now = from * 1000; now < (from + seconds) * 1000; now += 10) {
        credit.pass(now);
        for (; credit.has(1); sent++) credit.spend(1);
      }
      return sent;
    };
    expect(sentIn(0, 100)).toBeLessThan(4 * 600 + 100 * 100 + 10);
    expect(sentIn(100, 10)).toBeGreaterThan(990);
    expect(credit.wait(1)).toBeGreaterThan(0);
    credit.clientResponded();
    expect(sentIn(110, 1)).toBeGreaterThan(1000);
  });

  test("end the connection after eight caps were dropped in one silence [T22] [F24]", () => {
    const credit = new OutboundBuffer(100, 100);
    credit.spend(100);
    expect(times(16, () => credit.refuses(50)).length && credit.exhausted).toBe(false);
    credit.refuses(50);
    expect(credit.exhausted).toBe(true);
  });

  test("are bounded for a reader that never sends a packet, at any speed [T22]", () => {
    const credit = new OutboundBuffer(100, 100);
    let sent = 0;
    for (let now = 0; !credit.refuses(50) && sent < 1_000_000; now += 1000) {
      credit.pass(now);
      credit.spend(50);
      sent += 50;
    }
    expect(sent).toBeLessThan(100 * 130);
  });

  test("are unlimited with 0", () => {
    const credit = new OutboundBuffer(0, 0);
    credit.spend(1e9);
    expect([credit.refuses(1e9), credit.exhausted]).toEqual([false, false]);
  });
});

describe("a session's name", () => {
  test("keeps client ids apart and hides API keys", () => {
    expect(sessionKey("p", "key__a")).not.toContain("key__");
    expect(sessionKey("p", "key__a")).toMatch(/__a$/);
    expect(sessionKey("p", "key__a")).not.toBe(sessionKey("p", "yek__a"));
    expect(sessionKey("p", "plain")).toBe("p\nplain");
    expect([shownClientId("key__a"), shownClientId("plain")]).toEqual(["…__a", "plain"]);
  });
});
