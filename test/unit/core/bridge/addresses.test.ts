import { expect, it } from "vitest";
import { addressMatcher, plainAddress } from "../../../../worker/bridge/options.ts";

it("are addresses and networks of both families", () => {
  const isOurs = addressMatcher(["10.0.0.0/8", "192.0.2.7", " 2001:db8::/32", "::1"]);
  const asked = ["10.9.9.9", "11.0.0.1", "192.0.2.7", "192.0.2.8", "2001:db8:9::1", "2001:db9::1", "::1", ""];
  expect(asked.map((address) => isOurs?.(address))).toEqual([
    true,
    false,
    true,
    false,
    true,
    false,
    true,
    false,
  ]);
});

it.each(["", "host", "10.0.0.0/33", "2001:db8::/129", "10.0.0/8", "10.0.0.0/8/8"])("are not %j", (name) => {
  expect(addressMatcher([name])).toBeNull();
});

it.each([
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["fe80::1%eth0", "fe80::1"],
  ["192.0.2.7", "192.0.2.7"],
])("%s is %s", (address, plain) => {
  expect(plainAddress(address)).toBe(plain);
});
