import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ReverseProxy, startReverseProxy } from "../../../worker/local/reverse-proxy.ts";
import { freePort } from "../../support/product-process.ts";
import { UPGRADE } from "../../support/raw-request.ts";

const HOST = "127.0.0.1";
/** Responds with the request it got; echoes bytes after an upgrade at `/ws`. */
const runtime = createServer((incoming, answer) => {
  void text(incoming).then((body) => {
    if (incoming.url === "/chunked") answer.write("a");
    answer.end(JSON.stringify({ said: incoming.rawHeaders, body }));
  });
});
runtime.on("upgrade", (incoming: IncomingMessage, socket, head) => {
  if (incoming.url !== "/ws") return socket.end("HTTP/1.1 426 No\r\nContent-Length: 2\r\n\r\nno");
  socket.write(
    `HTTP/1.1 101 Yes\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n${incoming.rawHeaders}\n`,
  );
  socket.write(head);
  socket.pipe(socket);
});
let [port, front]: [number, ReverseProxy | null] = [0, null];
beforeAll(async () => {
  await once(runtime.listen(0, HOST), "listening");
  port = await freePort();
  front = await startReverseProxy([HOST], port, `http://${HOST}:${(runtime.address() as AddressInfo).port}`);
});
afterAll(() => {
  front?.close();
  runtime.close();
});

const FORGED = {
  "cf-connecting-ip": "192.0.2.1",
  "MF-Original-URL": "http://localhost/",
  "Mf-Route-Override": "x",
};
const lines = (headers: Record<string, string>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");

/** All bytes of the proxy until it ends the connection. */
async function exchange(...parts: string[]): Promise<string> {
  const socket = connect(port, HOST);
  socket.write(parts.join(""));
  return text(socket);
}

test("the runtime gets the socket's address, without forged headers", async () => {
  const head = `POST /a?b=%20 HTTP/1.1\r\nHost: h\r\nX-Kept: K\r\n${lines(FORGED)}`;
  const answer = await exchange(
    `${head}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`,
    `${head}Connection: close\r\nContent-Length: 3\r\n\r\ndef`,
  );
  const answers = [...answer.matchAll(/^\{.*\}/gm)].map(([json]) => JSON.parse(json));
  expect(answers.map(({ body }) => body)).toEqual(["abc", "def"]);
  for (const { said } of answers) {
    expect(said.slice(0, 4)).toEqual(["Host", "h", "X-Kept", "K"]);
    expect(said.filter((name: string) => /^(cf|mf)-/i.test(name))).toEqual(["CF-Connecting-IP"]);
    expect(said).toContain(HOST);
  }
});

test("a request with a body of any method is one request to the runtime, and HTTP/1.0 gets no chunks", async () => {
  const inner = "GET /smuggled HTTP/1.1\r\nHost: h\r\n\r\n";
  const chunk = `${inner.length.toString(16)}\r\n${inner}\r\n0\r\n\r\n`;
  const head = "DELETE / HTTP/1.1\r\nHost: h\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n";
  const answer = await exchange(head, chunk);
  expect(answer.match(/HTTP\/1\.1 200/g)).toHaveLength(1);
  expect(answer).toContain(JSON.stringify(inner));
  expect(await exchange("GET /chunked HTTP/1.0\r\nHost: h\r\n\r\n")).toMatch(/\r\n\r\na\{/);
});

test("bytes of a WebSocket pass in both directions, and its end ends both sides", async () => {
  const socket = connect(port, HOST);
  socket.write(`GET /ws HTTP/1.1\r\nHost: h\r\n${lines({ ...FORGED, ...UPGRADE })}\r\nearly`);
  let heard = "";
  for await (const chunk of socket) {
    heard += chunk;
    if (heard.endsWith("early")) socket.end("late");
  }
  expect(heard).toMatch(/^HTTP\/1\.1 101 Yes\r\n/);
  expect(heard).toMatch(/earlylate$/);
  expect(heard).toContain(`CF-Connecting-IP,${HOST}`);
  expect(heard).not.toContain("192.0.2.1");
});

test("a connection with a refused upgrade takes no second request", async () => {
  const refused = `GET /no HTTP/1.1\r\nHost: h\r\n${lines(UPGRADE)}\r\n`;
  const answer = await exchange(refused, `GET / HTTP/1.1\r\nHost: h\r\n${lines(FORGED)}\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 426 No\r\n.*Connection: close\r\n\r\nno$/s);
  // Java's client asks for HTTP/2 in this way, and accepts HTTP/1.1
  const h2 =
    "POST / HTTP/1.1\r\nHost: h\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\nContent-Length: 2\r\n\r\nhi";
  expect(await exchange(h2)).toContain('"body":"hi"');
});
