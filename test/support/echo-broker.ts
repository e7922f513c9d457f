/** The broker's side of a WebSocket. Echoes what it receives, for tests of the gateway. */

import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import { CLIENT_HEADER } from "../../worker/gateway/client-header.ts";

export interface EchoBroker {
  url: string;
  /** The `Switchyard-Client` header of each connection, in order of arrival. */
  headers: (string | null)[];
  sockets: WebSocket[];
  /** Refuses the next `count` upgrades, as a failing platform does. */
  failNext(count: number): void;
  close(): Promise<void>;
}

export async function startEchoBroker(): Promise<EchoBroker> {
  let failing = 0;
  const server = new WebSocketServer({
    host: "127.0.0.1",
    port: 0,
    verifyClient: (_: unknown, answer: (isWelcome: boolean, status?: number) => void) =>
      failing-- > 0 ? answer(false, 503) : answer(true),
  });
  const headers: EchoBroker["headers"] = [];
  const sockets: WebSocket[] = [];
  server.on("connection", (socket, request) => {
    const header = request.headers[CLIENT_HEADER.toLowerCase()];
    headers.push(typeof header === "string" ? header : null);
    sockets.push(socket);
    socket.on("error", () => {});
    socket.on("message", (data, isBinary) => socket.send(data, { binary: isBinary }));
  });
  await once(server, "listening");
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    headers,
    sockets,
    failNext: (count) => {
      failing = count;
    },
    close: async () => {
      for (const socket of sockets) socket.terminate();
      server.close();
      await once(server, "close");
    },
  };
}
