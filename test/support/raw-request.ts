/** Requests that `fetch` cannot make: any header, and upgrades. */

import { type IncomingMessage, request } from "node:http";

/** Headers of an upgrade to the broker. */
export const UPGRADE = {
  Connection: "Upgrade",
  Upgrade: "websocket",
  "Sec-WebSocket-Version": "13",
  "Sec-WebSocket-Key": "MDEyMzQ1Njc4OTAxMjM0NQ==",
  "Sec-WebSocket-Protocol": "mqtt",
};

/** Sends a request with any Host header, as a browser does after DNS rebinding. */
export function rawRequest(
  url: string,
  path: string,
  headers: Record<string, string>,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(new URL(path, url), { headers }, (response: IncomingMessage) => {
      let body = "";
      response.on("data", (chunk: Buffer) => (body += chunk));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body }));
    });
    asked.on("upgrade", (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode ?? 0, body: "" });
    });
    asked.on("error", reject).end();
  });
}
