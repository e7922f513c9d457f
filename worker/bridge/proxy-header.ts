/** PURE. The PROXY protocol, versions 1 and 2: the header in which a load balancer states the client's address. */

import { Buffer } from "node:buffer";
import { isIPv4, isIPv6, SocketAddress } from "node:net";

export type ProxyHeader =
  | { state: "incomplete" }
  | { state: "malformed" }
  /** `length` in bytes. The address is null in a balancer's own connection, such as a health check. */
  | { state: "complete"; length: number; address: string | null };

const INCOMPLETE: ProxyHeader = { state: "incomplete" };
const MALFORMED: ProxyHeader = { state: "malformed" };

const SIGNATURE_2 = Buffer.from("0d0a0d0a000d0a515549540a", "hex");
const SIGNATURE_1 = Buffer.from("PROXY ");
/** The longest line of version 1. */
const MAX_BYTES_1 = 107;
/** Enough for addresses and the extensions that balancers add. */
const MAX_BYTES_2 = 4096;
const PREFIX_BYTES_2 = 16;

export function readProxyHeader(bytes: Buffer): ProxyHeader {
  if (startsLike(bytes, SIGNATURE_2)) return bytes.length < PREFIX_BYTES_2 ? INCOMPLETE : readBinary(bytes);
  if (startsLike(bytes, SIGNATURE_1)) return readLine(bytes);
  return MALFORMED;
}

/** Compares as many bytes as both have. */
function startsLike(bytes: Buffer, signature: Buffer): boolean {
  const length = Math.min(bytes.length, signature.length);
  return bytes.subarray(0, length).equals(signature.subarray(0, length));
}

const LINE = /^PROXY (?:(TCP4|TCP6) (\S+) (\S+) (\d{1,5}) (\d{1,5})|UNKNOWN(?: [^\r\n]*)?)$/;

function readLine(bytes: Buffer): ProxyHeader {
  const end = bytes.subarray(0, MAX_BYTES_1).indexOf("\r\n");
  if (end < 0) return bytes.length < MAX_BYTES_1 ? INCOMPLETE : MALFORMED;
  const line = LINE.exec(bytes.toString("latin1", 0, end));
  if (line === null) return MALFORMED;
  const [, family, source = "", target = "", ...ports] = line;
  const length = end + 2;
  if (family === undefined) return { state: "complete", length, address: null };
  const isAddress = family === "TCP4" ? isIPv4 : isIPv6;
  const isValid = isAddress(source) && isAddress(target) && ports.every((port) => Number(port) <= 65_535);
  return isValid ? { state: "complete", length, address: source } : MALFORMED;
}

const [LOCAL, PROXY] = [0x20, 0x21];
/** TCP over each family, and the bytes of both addresses and ports. */
const [TCP4, TCP6] = [0x11, 0x21];
const [BYTES_4, BYTES_6] = [12, 36];

function readBinary(bytes: Buffer): ProxyHeader {
  const [command, family] = [bytes.readUInt8(12), bytes.readUInt8(13)];
  const bodyBytes = bytes.readUInt16BE(14);
  const length = PREFIX_BYTES_2 + bodyBytes;
  if ((command !== LOCAL && command !== PROXY) || length > MAX_BYTES_2) return MALFORMED;
  if (command === PROXY && !isTcp(family, bodyBytes)) return MALFORMED;
  if (bytes.length < length) return INCOMPLETE;
  if (command === LOCAL) return { state: "complete", length, address: null };
  const source = bytes.subarray(PREFIX_BYTES_2, PREFIX_BYTES_2 + (family === TCP4 ? 4 : 16));
  return { state: "complete", length, address: family === TCP4 ? source.join(".") : ipv6Text(source) };
}

const isTcp = (family: number, bodyBytes: number): boolean =>
  (family === TCP4 && bodyBytes >= BYTES_4) || (family === TCP6 && bodyBytes >= BYTES_6);

const ipv6Text = (bytes: Buffer): string => {
  const groups = bytes.toString("hex").match(/.{4}/g) ?? [];
  return new SocketAddress({ address: groups.join(":"), family: "ipv6" }).address;
};
