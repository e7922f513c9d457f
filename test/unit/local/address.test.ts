import { expect, test } from "vitest";
import { addressFor } from "../../../worker/local/port.ts";

test.each([
  [[], "http://localhost:8787"],
  [["--ip", "0.0.0.0"], "http://localhost:8787"],
  [["--ip=::"], "http://localhost:8787"],
  [["--ip", "192.168.1.7"], "http://192.168.1.7:8787"],
  [["--ip=::1"], "http://[::1]:8787"],
])("the printed address, also used in emails, of %j is %s", (args, address) => {
  expect(addressFor(args, 8787)).toBe(address);
});
