import { describe, expect, test } from "vitest";
import { addressKey, clientAddress } from "../../../../worker/throttle/address.ts";

describe("the address of a caller", () => {
  test("is what the edge says, never what the caller says [T30]", () => {
    const request = new Request("https://x/", {
      headers: {
        "CF-Connecting-IP": "203.0.113.9",
        "X-Forwarded-For": "198.51.100.1",
        Forwarded: "for=198.51.100.2",
        "X-Real-IP": "198.51.100.3",
        "True-Client-IP": "198.51.100.4",
      },
    });
    expect(clientAddress(request)).toBe("203.0.113.9");
    const without = new Request("https://x/", { headers: { "X-Forwarded-For": "198.51.100.1" } });
    expect(clientAddress(without)).toBe("unknown");
  });

  test.each([
    ["203.0.113.9", "203.0.113.9"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::1", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["2001:db8:1:3::1", "2001:db8:1:3::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["::ffff:cb00:7109", "203.0.113.9"],
    ["64:ff9b::203.0.113.9", "64:ff9b:0:0::/64"],
    ["1::2::3", "1::2::3"],
    ["1:2:3", "1:2:3"],
    ["zz::1", "zz::1"],
    ["1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8:9"],
    ["unknown", "unknown"],
  ])("%s counts as %s", (address, key) => {
    expect(addressKey(address)).toBe(key);
  });

  test.each([
    ["203.0.113.9", "203.0.113.9"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
    ["2001:db8::1", "2001:db8:0::/48"],
    ["unknown", "unknown"],
  ])("%s registers as %s [T66]", (address, key) => {
    expect(addressKey(address, 48)).toBe(key);
  });
});
