import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { signClientHeader, verifyClientHeader } from "../../../../worker/gateway/client-header.ts";

const [first, second] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
const now = 1_700_000_000_900;
const path = "/mqtt";
const address = "192.0.2.7";
const header = signClientHeader([first], { address, path, now });
const look = (given: string | null, at: { path?: string; now?: number } = {}) =>
  verifyClientHeader([first], given, { path, now, ...at });

it("has the contract's format, byte for byte", () => {
  const said = "v=1;for=192.0.2.7;t=1700000000";
  const signature = createHmac("sha256", first).update(`${said};path=/mqtt`).digest("base64url");
  expect(header).toBe(`${said};sig=${signature}`);
});

it.each(["192.0.2.7", "2001:db8::7", "::ffff:192.0.2.7", "::1"])("round-trips %s", (each) => {
  expect(look(signClientHeader([first], { address: each, path, now }))).toBe(each);
});

describe("is valid", () => {
  it("for a minute, with a clock up to a minute off, and not longer", () => {
    const after = (seconds: number) => look(header, { now: now + seconds * 1000 });
    expect([-61, -60, 0, 60, 61].map(after)).toEqual([null, address, address, address, null]);
  });

  it("with any of the keys; the first one signs", () => {
    const signed = signClientHeader([second, first], { address, path, now });
    expect(verifyClientHeader([first, second], signed, { path, now })).toBe(address);
    expect(verifyClientHeader([first], signed, { path, now })).toBeNull();
    expect(verifyClientHeader([], signed, { path, now })).toBeNull();
  });
});

describe("is ignored", () => {
  it("on another path", () => {
    expect(["/mqtt/", "/mqtt/usr_1", "/"].map((other) => look(header, { path: other }))).toEqual([
      null,
      null,
      null,
    ]);
  });

  it.each([
    ["another address", header.replace("192.0.2.7", "192.0.2.8")],
    ["another time", header.replace("1700000000", "1700000001")],
    ["another key", signClientHeader([second], { address, path, now })],
    ["another signature", header.replace(/sig=./, (start) => (start === "sig=A" ? "sig=B" : "sig=A"))],
  ])("when it is forged: %s", (_, forged) => {
    expect(forged).not.toBe(header);
    expect(look(forged)).toBeNull();
  });

  it.each([
    ["is missing", null],
    ["is empty", ""],
    ["has another version", header.replace("v=1", "v=2")],
    ["has no signature", header.replace(/;sig=.*/, "")],
    ["has a short signature", header.slice(0, -1)],
    ["has a padded signature", `${header}=`],
    ["has more behind it", `${header};for=192.0.2.9`],
    ["comes twice", `${header}, ${header}`],
    ["has a path of its own", header.replace(";sig", ";path=/mqtt;sig")],
    ["names a host", signClientHeader([first], { address: "host.example", path, now })],
    ["names nobody", signClientHeader([first], { address: "", path, now })],
    ["has a time that is no number", header.replace("1700000000", "now")],
    ["is in another order", header.replace("v=1;for=192.0.2.7", "for=192.0.2.7;v=1")],
  ])("when it %s", (_, malformed) => {
    expect(look(malformed)).toBeNull();
  });
});
