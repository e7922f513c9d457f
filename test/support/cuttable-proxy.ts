/** A proxy of a product, whose connections can be cut. */

import { connect, createServer, type Socket } from "node:net";

export interface CuttableProxy {
  port: number;
  address: string;
  /** Ends its connections without a word, as a lost network does. */
  cut(): void;
  close(): void;
}

/** `onLost` is called each time a connection ended, at either end. */
export async function openCuttableProxy(farPort: number, onLost = () => {}): Promise<CuttableProxy> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(farPort, "127.0.0.1");
    for (const socket of [near, far]) {
      sockets.add(socket.on("error", () => {}));
      socket.once("close", () => sockets.delete(socket));
    }
    // a lost end ends the other one
    far.once("close", () => near.destroy());
    near.once("close", () => {
      far.destroy();
      onLost();
    });
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const close = () => {
    cut();
    server.close();
  };
  return { port, address: `http://127.0.0.1:${port}`, cut, close };
}
