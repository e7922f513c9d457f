/**
 * The broker's side of a WebSocket that accepts every connection and does nothing else, to measure the
 * bridge.
 */

import { readFileSync } from "node:fs";
import { createServer as createPlain } from "node:http";
import { createServer as createTls } from "node:https";
import type { AddressInfo } from "node:net";
import { WebSocketServer } from "ws";

const CONNACK = Buffer.from([0x20, 2, 0, 0]);

/** With two files, a certificate and its key, it is `wss:`. */
export function main([certificate, key]: string[]): Promise<number> {
  const files = certificate && key && { cert: readFileSync(certificate), key: readFileSync(key) };
  const server = files ? createTls(files) : createPlain();
  const sockets = new WebSocketServer({ server, clientTracking: false });
  sockets.on("connection", (socket) => {
    socket.on("error", () => {});
    socket.once("message", () => socket.send(CONNACK));
  });
  server.listen({ port: 0, host: "127.0.0.1", backlog: 1024 }, () => {
    console.log(JSON.stringify({ port: (server.address() as AddressInfo).port }));
  });
  return new Promise(() => {});
}
