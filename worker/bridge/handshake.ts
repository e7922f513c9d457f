/** The steps before MQTT on a TCP connection: the load balancer's PROXY header, TLS, and the first byte. */

import { Buffer } from "node:buffer";
import type { Socket } from "node:net";
import { isIPv4, isIPv6, SocketAddress } from "node:net";
import { TLSSocket } from "node:tls";
import type { Certificates } from "./certificates.ts";

/** Returns null if the header has no address. Bytes behind the header stay readable. */
export function readProxyAddress(socket: Socket): Promise<string | null | "malformed"> {
  let bytes = Buffer.alloc(0);
  return new Promise((resolve) => {
    const finish = (address: string | null | "malformed") => {
      socket.off("readable", onReadable).off("end", onEnd).off("close", onEnd);
      resolve(address);
    };
    const onEnd = () => finish("malformed");
    const onReadable = () => {
      for (let chunk = socket.read(); chunk !== null; chunk = socket.read()) {
        bytes = Buffer.concat([bytes, chunk]);
        const header = readProxyHeader(bytes);
        if (header.state === "incomplete") continue;
        if (header.state === "malformed") return onEnd();
        const rest = bytes.subarray(header.length);
        if (rest.length > 0) socket.unshift(rest);
        return finish(header.address);
      }
    };
    socket.on("readable", onReadable).on("end", onEnd).on("close", onEnd);
  });
}

/** Returns true when there are bytes to read, which stay readable; false if the socket ends without any. */
export function waitForData(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => {
    const check = () => {
      socket.off("readable", check).off("close", check);
      resolve(socket.readableLength > 0);
    };
    socket.on("readable", check).on("close", check);
  });
}

/** Returns true when the promise resolves, false if the socket closes first. */
export function unlessClosed(socket: Socket, promise: Promise<void>): Promise<boolean> {
  return new Promise((resolve) => {
    const onClose = () => resolve(false);
    socket.once("close", onClose);
    void promise.then(() => {
      socket.off("close", onClose);
      resolve(true);
    });
  });
}

/** Returns the TLS socket after the handshake. Rejects with the reason of a failure. */
export async function acceptTls(socket: Socket, certificates: Certificates): Promise<TLSSocket> {
  const secure = new TLSSocket(socket, {
    isServer: true,
    secureContext: certificates.context(),
    ALPNProtocols: ["mqtt"],
  });
  // Stays for the socket's life: an error event without a listener would end the process.
  secure.on("error", ignoreError);
  try {
    await handshake(secure);
    return secure;
  } catch (error) {
    secure.destroy();
    const { reason, message } = error as Error & { reason?: string };
    throw new Error(`no TLS: ${reason ?? message}`);
  }
}

/** Removes its listeners afterwards, because an idle client's memory counts. */
async function handshake(secure: TLSSocket): Promise<void> {
  let removeListeners = () => {};
  try {
    await new Promise<void>((resolve, reject) => {
      const onClose = () => reject(new Error("it was broken off"));
      secure.once("secure", resolve).once("error", reject).once("close", onClose);
      removeListeners = () => secure.off("secure", resolve).off("error", reject).off("close", onClose);
    });
  } finally {
    removeListeners();
  }
}

export function ignoreError(): void {}

// PURE. The PROXY protocol, versions 1 and 2: the header in which a load balancer states the client's address.

type ProxyHeader =
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
