/** A way to the product that can be shut, and counts the connections that clients open. */

import { connect, createServer, type Socket } from "node:net";

export interface Gate {
  port: number;
  /** Since it was opened last. */
  connections: number;
  /** Ends all connections, and each new one at once. */
  shut(): void;
  open(): void;
  close(): void;
}

export async function openGate(farPort: number): Promise<Gate> {
  const sockets = new Set<Socket>();
  let isShut = false;
  const server = createServer({ allowHalfOpen: true }, (near) => {
    near.on("error", () => {});
    if (isShut) return near.destroy();
    gate.connections++;
    const far = connect({ port: farPort, host: "127.0.0.1", allowHalfOpen: true });
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => other.destroy());
      socket.once("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const end = () => {
    for (const socket of sockets) socket.destroy();
  };
  const gate: Gate = {
    port: (server.address() as { port: number }).port,
    connections: 0,
    shut: () => {
      isShut = true;
      end();
    },
    open: () => {
      isShut = false;
      gate.connections = 0;
    },
    close: () => {
      end();
      server.close();
    },
  };
  return gate;
}
