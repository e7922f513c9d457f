import { describe, expect, it } from "vitest";
import { readOptions } from "../../../../worker/bridge/options.ts";

const read = (line: string) => readOptions(["--to", "wss://host/mqtt", ...line.split(" ").filter(Boolean)]);

it("has defaults for the usual case", () => {
  const { to, ...rest } = read("");
  expect(to.href).toBe("wss://host/mqtt");
  expect(rest).toEqual({
    plain: { host: undefined, port: 1883 },
    tls: null,
    balancers: null,
    health: null,
    perAddress: 200,
    connections: 10_000,
    drain: 30,
  });
});

it("serves TLS with a certificate and its key", () => {
  expect(read("--cert c.pem --key k.pem").tls).toEqual({
    address: { host: undefined, port: 8883 },
    files: [{ certificate: "c.pem", key: "k.pem" }],
  });
});

it("serves a certificate for each kind of key, in the order of the options", () => {
  expect(read("--cert rsa.pem --cert ec.pem --key rsa.key --key ec.key").tls?.files).toEqual([
    { certificate: "rsa.pem", key: "rsa.key" },
    { certificate: "ec.pem", key: "ec.key" },
  ]);
});

it("trusts the balancers that are named, singly or together", () => {
  const { balancers } = read("--proxy-protocol --trust 10.0.0.1,10.0.0.2 --trust 192.168.0.0/16");
  const asked = ["10.0.0.1", "10.0.0.2", "192.168.9.9", "10.0.0.3"];
  expect(asked.map((each) => balancers?.(each))).toEqual([true, true, true, false]);
});

describe("a mistake gets one sentence", () => {
  it.each([
    ["--cert c.pem", /--cert needs a certificate and its key/],
    ["--key k.pem", /--key needs a certificate and its key/],
    ["--cert a.pem --cert b.pem --key a.key", /Each --cert needs its own --key.*there are 2 and 1/],
    ["--tls-listen 8883", /--tls-listen needs a certificate and its key/],
    ["--proxy-protocol", /need each other/],
    ["--trust 10.0.0.1", /need each other/],
    ["--proxy-protocol --trust nobody", /--trust must name addresses or networks/],
    ["--health nowhere", /--health must be a port, or host:port/],
    ["--drain soon", /--drain must be a whole number of at least 0/],
    ["--per-address 0", /--per-address must be a whole number of at least 1/],
    ["--connections", /--connections .*argument missing/],
    ["--fast", /Unknown option '--fast'/],
  ])("%s", (line, words) => {
    expect(() => read(line)).toThrow(words);
  });
});
