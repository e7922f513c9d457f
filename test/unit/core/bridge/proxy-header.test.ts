import { describe, expect, it } from "vitest";
import { readProxyHeader } from "../../../../worker/bridge/handshake.ts";

const read = (header: string | Buffer) => readProxyHeader(Buffer.from(header as string, "latin1"));
const taken = (length: number, address: string | null) => ({ state: "complete", length, address });

const SIGNATURE = "0d0a0d0a000d0a515549540a";
/** Version 2, in hex: command, family, addresses and extensions. */
function binary(command: string, family: string, rest: string): Buffer {
  const length = (rest.length / 2).toString(16).padStart(4, "0");
  return Buffer.from(SIGNATURE + command + family + length + rest, "hex");
}
const PORTS = "c000075b";
const V4 = `c0000207c6336401${PORTS}`;
const V6 = `20010db8000000000000000000000007${"00".repeat(15)}01${PORTS}`;

const WHOLE: [string, Buffer, string | null][] = [
  ["1, TCP4", Buffer.from("PROXY TCP4 192.0.2.7 198.51.100.1 49152 1883\r\n"), "192.0.2.7"],
  ["1, TCP6", Buffer.from("PROXY TCP6 2001:db8::7 ::1 49152 1883\r\n"), "2001:db8::7"],
  ["1, UNKNOWN", Buffer.from("PROXY UNKNOWN\r\n"), null],
  ["1, UNKNOWN with more", Buffer.from("PROXY UNKNOWN ff:ff a b c\r\n"), null],
  ["2, TCP4", binary("21", "11", V4), "192.0.2.7"],
  ["2, TCP6", binary("21", "21", V6), "2001:db8::7"],
  ["2, TCP4 with more", binary("21", "11", `${V4}0300041234abcd`), "192.0.2.7"],
  ["2, LOCAL", binary("20", "00", ""), null],
  ["2, LOCAL with addresses", binary("20", "11", V4), null],
];

describe.each(WHOLE)("version %s", (_, header, address) => {
  it("is read without the bytes behind it", () => {
    expect(readProxyHeader(header)).toEqual(taken(header.length, address));
    expect(readProxyHeader(Buffer.concat([header, Buffer.from("MQTT")]))).toEqual(
      taken(header.length, address),
    );
  });

  it("is waited for, wherever it is split", () => {
    const cuts = Array.from(
      { length: header.length },
      (_, at) => readProxyHeader(header.subarray(0, at)).state,
    );
    expect(new Set(cuts)).toEqual(new Set(["incomplete"]));
  });
});

it.each([
  ["MQTT", "\x10\x0d\x00\x04MQTT"],
  ["TLS", "\x16\x03\x01"],
  ["a line of another kind", "GET / HTTP/1.1\r\n"],
  ["small letters", "proxy TCP4 192.0.2.7 198.51.100.1 1 2\r\n"],
  ["an address of the other family", "PROXY TCP4 2001:db8::7 ::1 1 2\r\n"],
  ["a host name", "PROXY TCP4 host.example 198.51.100.1 1 2\r\n"],
  ["a port too high", "PROXY TCP4 192.0.2.7 198.51.100.1 1 65536\r\n"],
  ["a missing port", "PROXY TCP4 192.0.2.7 198.51.100.1 1\r\n"],
  ["two spaces", "PROXY TCP4  192.0.2.7 198.51.100.1 1 2\r\n"],
  ["a line without its end", `PROXY UNKNOWN ${"x".repeat(120)}`],
  ["another version", binary("31", "11", V4)],
  ["another command", binary("22", "11", V4)],
  ["UDP", binary("21", "12", V4)],
  ["a socket of a file", binary("21", "31", "00".repeat(216))],
  ["too few bytes of addresses", binary("21", "11", V4.slice(2))],
  ["more than any balancer says", binary("21", "11", "00".repeat(5000))],
])("%s is malformed [T180]", (_, header) => {
  expect(read(header)).toEqual({ state: "malformed" });
});
