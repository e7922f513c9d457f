/** The requests of the runtime to other hosts: their form is that of a proxy, with a key, and no Host header. */

import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { KEY_HEADER } from "../../../worker/local/runtime/config.ts";
import {
  type SupervisorServer,
  startSupervisorServer,
} from "../../../worker/local/runtime/supervisor-server.ts";
import { ANSWER_HEADER, OUTBOUND_HEADER } from "../../../worker/notify/outbound.ts";

const KEY = "the key of this run";
const received: { incoming: IncomingMessage; body: string }[] = [];
const target = createServer(async (incoming, answer) => {
  received.push({ incoming, body: await text(incoming) });
  answer.writeHead(429, { "Retry-After": "7" }).end("too many");
});
let server: SupervisorServer;
let url = "";
beforeAll(async () => {
  await once(target.listen(0, "127.0.0.1"), "listening");
  url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/hook?a=1`;
  server = await startSupervisorServer(KEY, 1);
});
afterAll(() => {
  server.close();
  target.close();
});

/** As the runtime writes it. */
async function exchange(key: string): Promise<string> {
  const socket = connect(server.port, "127.0.0.1");
  const headers = [
    `${KEY_HEADER}: ${key}`,
    `${OUTBOUND_HEADER}: any`,
    `${ANSWER_HEADER}: 8`,
    "Content-Length: 2",
    "Connection: close",
  ];
  socket.write(`POST ${url} HTTP/1.1\r\n${headers.join("\r\n")}\r\n\r\nhi`);
  return text(socket);
}

test("a request of the runtime is sent on, without the key", async () => {
  const answer = await exchange(KEY);
  expect(answer).toMatch(/^HTTP\/1\.1 429 /);
  expect(answer).toMatch(/^retry-after: 7\r$/im);
  expect(answer).toContain("too many");
  const [{ incoming, body } = { incoming: null, body: "" }] = received.splice(0);
  expect([incoming?.method, incoming?.url, body]).toEqual(["POST", "/hook?a=1", "hi"]);
  expect(JSON.stringify(incoming?.rawHeaders)).not.toContain(KEY);
});

test("a request without the key is not", async () => {
  expect(await exchange("another key")).toMatch(/^HTTP\/1\.1 403 /);
  expect(received).toEqual([]);
});
