/** Allowed hosts of requests and origins of pages. */

import { describe, expect, test } from "vitest";
import { answersFor, type Configured, hostsOf, isOwnPage } from "../../../worker/hosts.ts";

const of = (changes: Partial<Configured>) =>
  hostsOf({ addresses: [], hosts: "", allowedOrigins: new Set(), local: false, ...changes });
const here = of({
  hosts: "192.168.1.7, fd00::7,desk.example",
  addresses: ["http://localhost:8787"],
  local: true,
});
const deployed = of({
  addresses: ["https://yard.example", "https://api.yard.example:8443"],
  hosts: "old.example, shop.example:444",
  allowedOrigins: new Set(["https://pages.example"]),
});
const nowhere = of({});

describe("a request is accepted", () => {
  test.each([
    ["localhost", true],
    ["app.localhost", true],
    ["LOCALHOST.", true],
    ["127.0.0.1", true],
    ["127.8.8.8", true],
    ["[::1]", true],
    ["192.168.1.7", true],
    ["[fd00::7]", true],
    ["desk.example", true],
    ["192.168.1.8", false],
    ["evil.example", false],
    ["localhost.evil.example", false],
    ["evillocalhost", false],
    ["127.0.0.1.evil.example", false],
  ])("on this machine for %s: %s [T52]", (host, taken) => expect(answersFor(here, host)).toBe(taken));

  test.each([
    ["yard.example", true],
    ["Yard.Example.", true],
    ["api.yard.example", true],
    ["old.example", true],
    ["shop.example", true],
    ["pages.example", false],
    ["evil.example", false],
    ["localhost", false],
    ["127.0.0.1", false],
  ])("deployed for %s: %s [T52]", (host, taken) => expect(answersFor(deployed, host)).toBe(taken));

  test("for no host without configuration", () => {
    for (const host of ["yard.example", "localhost", ""]) expect(answersFor(nowhere, host)).toBe(false);
  });
});

describe("a page may connect", () => {
  test.each([
    ["http://localhost:5173", true],
    ["http://192.168.1.7:8787", true],
    ["https://desk.example", true],
    ["http://evil.example:8787", false],
    ["null", false],
  ])("on this machine from %s: %s [T7]", (origin, may) => expect(isOwnPage(here, origin)).toBe(may));

  test.each([
    ["https://yard.example", true],
    ["https://yard.example:443", true],
    ["https://api.yard.example:8443", true],
    ["https://old.example", true],
    ["https://shop.example:444", true],
    ["https://pages.example", true],
    ["http://yard.example", false],
    ["https://yard.example:8443", false],
    ["https://shop.example", false],
    ["https://evil.example", false],
    ["null", false],
    ["", false],
  ])("deployed from %s: %s [T7]", (origin, may) => expect(isOwnPage(deployed, origin)).toBe(may));
});

test("an invalid host or address is reported with its variable", () => {
  expect(() => of({ hosts: "a.example/path" })).toThrow(
    'HOSTS must be host names with commas between, not "a.example/path".',
  );
  expect(() => of({ hosts: "https://a.example" })).toThrow("HOSTS must be");
  expect(() => of({ addresses: ["yard.example"] })).toThrow('not "yard.example".');
});
