/** The steps before MQTT on a TCP connection: the load balancer's PROXY header, TLS, and the first byte. */

import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import type { Certificates } from "./certificates.ts";
import { readProxyHeader } from "./proxy-header.ts";

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
