/** PURE. The PROXY protocol, versions 1 and 2: what a load balancer says first of whom it brings. */

import { Buffer } from "node:buffer";
import { isIPv4, isIPv6, SocketAddress } from "node:net";

export type ProxyHeader =
  | { state: "waiting" }
  | { state: "malformed" }
  /** `length` bytes were the header's. The address is null where the balancer speaks for itself, to see who is there. */
  | { state: "read"; length: number; address: string | null };

const WAITING: ProxyHeader = { state: "waiting" };
const MALFORMED: ProxyHeader = { state: "malformed" };

const SIGNATURE_2 = Buffer.from("0d0a0d0a000d0a515549540a", "hex");
const SIGNATURE_1 = Buffer.from("PROXY ");
/** Version 1 has no longer line. */
const MOST_1 = 107;
/** Addresses, and what balancers add to them, with room to spare. */
const MOST_2 = 4096;
const PREFIX_2 = 16;

export function readProxyHeader(bytes: Buffer): ProxyHeader {
  if (startsLike(bytes, SIGNATURE_2)) return bytes.length < PREFIX_2 ? WAITING : readBinary(bytes);
  if (startsLike(bytes, SIGNATURE_1)) return readLine(bytes);
  return MALFORMED;
}

/** As far as both go. */
function startsLike(bytes: Buffer, signature: Buffer): boolean {
  const length = Math.min(bytes.length, signature.length);
  return bytes.subarray(0, length).equals(signature.subarray(0, length));
}

const LINE = /^PROXY (?:(TCP4|TCP6) (\S+) (\S+) (\d{1,5}) (\d{1,5})|UNKNOWN(?: [^\r\n]*)?)$/;

function readLine(bytes: Buffer): ProxyHeader {
  const end = bytes.subarray(0, MOST_1).indexOf("\r\n");
  if (end < 0) return bytes.length < MOST_1 ? WAITING : MALFORMED;
  const line = LINE.exec(bytes.toString("latin1", 0, end));
  if (line === null) return MALFORMED;
  const [, family, source = "", target = "", ...ports] = line;
  const length = end + 2;
  if (family === undefined) return { state: "read", length, address: null };
  const isAddress = family === "TCP4" ? isIPv4 : isIPv6;
  const isGood = isAddress(source) && isAddress(target) && ports.every((port) => Number(port) <= 65_535);
  return isGood ? { state: "read", length, address: source } : MALFORMED;
}

const [LOCAL, PROXY] = [0x20, 0x21];
/** TCP over each family, and how many bytes the addresses and ports of both ends take. */
const [TCP4, TCP6] = [0x11, 0x21];
const [BYTES_4, BYTES_6] = [12, 36];

function readBinary(bytes: Buffer): ProxyHeader {
  const [command, family] = [bytes.readUInt8(12), bytes.readUInt8(13)];
  const more = bytes.readUInt16BE(14);
  const length = PREFIX_2 + more;
  if ((command !== LOCAL && command !== PROXY) || length > MOST_2) return MALFORMED;
  if (command === PROXY && !isWhole(family, more)) return MALFORMED;
  if (bytes.length < length) return WAITING;
  if (command === LOCAL) return { state: "read", length, address: null };
  const source = bytes.subarray(PREFIX_2, PREFIX_2 + (family === TCP4 ? 4 : 16));
  return { state: "read", length, address: family === TCP4 ? source.join(".") : spelled(source) };
}

/** Nobody but TCP comes through here. */
const isWhole = (family: number, length: number): boolean =>
  (family === TCP4 && length >= BYTES_4) || (family === TCP6 && length >= BYTES_6);

const spelled = (bytes: Buffer): string => {
  const groups = bytes.toString("hex").match(/.{4}/g) ?? [];
  return new SocketAddress({ address: groups.join(":"), family: "ipv6" }).address;
};
