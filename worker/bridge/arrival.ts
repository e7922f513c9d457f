/** How a connection becomes bytes of MQTT: what the load balancer says before it, and TLS around it. */

import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import type { Certificate } from "./certificate.ts";
import { readProxyHeader } from "./proxy-header.ts";

/**
 * The address that the header says, null where it says none, or "malformed". What came behind the header is given back
 * to be read.
 */
export function readHeader(socket: Socket): Promise<string | null | "malformed"> {
  let bytes = Buffer.alloc(0);
  return new Promise((resolve) => {
    const done = (told: string | null | "malformed") => {
      socket.off("readable", look).off("end", broken).off("close", broken);
      resolve(told);
    };
    const broken = () => done("malformed");
    const look = () => {
      for (let more = socket.read(); more !== null; more = socket.read()) {
        bytes = Buffer.concat([bytes, more]);
        const header = readProxyHeader(bytes);
        if (header.state === "waiting") continue;
        if (header.state === "malformed") return broken();
        const rest = bytes.subarray(header.length);
        if (rest.length > 0) socket.unshift(rest);
        return done(header.address);
      }
    };
    socket.on("readable", look).on("end", broken).on("close", broken);
  });
}

/** True when there is something to read, which stays to be read; false when there never will be. */
export function speaks(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => {
    const look = () => {
      socket.off("readable", look).off("close", look);
      resolve(socket.readableLength > 0);
    };
    socket.on("readable", look).on("close", look);
  });
}

/** True when it came, false when the socket was closed before. */
export function unlessClosed(socket: Socket, come: Promise<void>): Promise<boolean> {
  return new Promise((resolve) => {
    const closed = () => resolve(false);
    socket.once("close", closed);
    void come.then(() => {
      socket.off("close", closed);
      resolve(true);
    });
  });
}

/** Resolves when the handshake is done; rejects with what was wrong with it. */
export async function withTls(socket: Socket, certificate: Certificate): Promise<TLSSocket> {
  const secure = new TLSSocket(socket, {
    isServer: true,
    secureContext: certificate.context(),
    ALPNProtocols: ["mqtt"],
  });
  // Stays, so that a later error is nobody's.
  secure.on("error", ignore);
  try {
    await handshake(secure);
    return secure;
  } catch (error) {
    secure.destroy();
    const { reason, message } = error as Error & { reason?: string };
    throw new Error(`no TLS: ${reason ?? message}`);
  }
}

/** Leaves no listener with the socket, which has a long life before it. */
async function handshake(secure: TLSSocket): Promise<void> {
  let leave = () => {};
  try {
    await new Promise<void>((resolve, reject) => {
      const closed = () => reject(new Error("it was broken off"));
      secure.once("secure", resolve).once("error", reject).once("close", closed);
      leave = () => secure.off("secure", resolve).off("error", reject).off("close", closed);
    });
  } finally {
    leave();
  }
}

/** For errors that are told elsewhere. */
export function ignore(): void {}
