/** Forwards bytes to a port of this machine, and can cut its connections. */

import { connect, createServer, type Server, type Socket } from "node:net";
import { LOOPBACK } from "./port.ts";

export interface TcpProxy {
  port: number;
  /** Destroys both sides of all connections without an MQTT DISCONNECT. */
  cut(): void;
  close(): void;
}

export interface TcpProxyOptions {
  /** A free one by default. */
  port?: number;
  /** `near` is the client's side. */
  onConnection?(near: Socket, far: Socket): void;
}

export async function startTcpProxy(
  target: number,
  { port = 0, onConnection }: TcpProxyOptions = {},
): Promise<TcpProxy> {
  const open = new Set<Socket>();
  const server: Server = createServer({ noDelay: true }, (near) => {
    const far = connect({ port: target, host: LOOPBACK, noDelay: true });
    onConnection?.(near, far);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, LOOPBACK, resolve);
  });
  const address = server.address();
  const cut = () => {
    for (const socket of open) socket.resetAndDestroy();
  };
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    cut,
    close: () => {
      cut();
      server.close();
    },
  };
}
