import type { NetworkInterfaceInfo } from "node:os";
import { expect, test } from "vitest";
import { lanAddress, withLan } from "../../../worker/local/start.ts";

const at = (address: string, internal = false): NetworkInterfaceInfo[] => [
  { address, internal, family: "IPv4", netmask: "", mac: "", cidr: null },
];
const DESK = {
  lo: at("127.0.0.1", true),
  docker0: at("172.17.0.1"),
  eth0: at("203.0.113.9"),
  wlan0: at("192.168.1.7"),
};

test("[F395] only the option --lan opens the product to the network", () => {
  expect(withLan(["--var", "A:1"])).toEqual(["--var", "A:1"]);
  expect(withLan(["--lan", "--var", "A:1"])).toEqual(["--ip", "0.0.0.0", "--var", "A:1"]);
  expect(() => withLan(["--lan", "--ip", "127.0.0.1"])).toThrow("leave out --ip");
});

test.each([
  [[], null],
  [["--ip", "127.0.0.1"], null],
  [["--ip=::1"], null],
  [["--ip", "0.0.0.0"], "http://192.168.1.7:8787"],
  [["--ip", "10.0.0.5"], "http://10.0.0.5:8787"],
])("a phone reaches a product that listens on %j at %s", (args, address) => {
  expect(lanAddress(args, 8787, DESK)).toBe(address);
});

test("without a network there is no address for a phone", () => {
  expect(lanAddress(["--ip", "0.0.0.0"], 8787, { lo: DESK.lo, docker0: DESK.docker0 })).toBeNull();
  expect(lanAddress(["--ip", "0.0.0.0"], 8787, { eth0: DESK.eth0 })).toBe("http://203.0.113.9:8787");
});
