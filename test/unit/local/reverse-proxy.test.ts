import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ReverseProxy, startReverseProxy } from "../../../worker/local/reverse-proxy.ts";
import { freePort } from "../../support/product-process.ts";
import { UPGRADE } from "../../support/raw-request.ts";
import { until } from "../../support/until.ts";

const HOST = "127.0.0.1";
/** Requests of paths that begin with `/open`: they are answered by the test. */
const opened = new Map<string, { answer: ServerResponse; isCut: boolean }>();
/** Responds with the request it got; echoes bytes after an upgrade at `/ws`. */
const runtime = createServer((incoming, answer) => {
  const { url = "", socket } = incoming;
  if (url.startsWith("/open")) {
    const each = { answer, isCut: false };
    opened.set(url, each);
    socket.once("error", ({ code }: NodeJS.ErrnoException) => {
      each.isCut = code === "ECONNRESET";
    });
    incoming.resume();
    return;
  }
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
  const url = `http://${HOST}:${(runtime.address() as AddressInfo).port}`;
  front = await startReverseProxy([HOST], port, url);
});
afterAll(() => {
  front?.close();
  runtime.close();
});

const FORGED = {
  "cf-connecting-ip": "192.0.2.1",
  "MF-Original-URL": "http://localhost/",
  "Mf-Route-Override": "x",
  "X-Forwarded-Proto": "https",
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
    expect(said.filter((name: string) => /^(cf|mf|x-f)/i.test(name))).toEqual(["CF-Connecting-IP"]);
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

/** Sends the start of a request, and returns its socket when the runtime has it. */
async function openedBy(path: string, start: string) {
  const socket = connect(port, HOST);
  socket.write(start);
  return { socket, request: await until(`the request of ${path}`, () => opened.get(path)) };
}
const GET = (path: string) => `GET ${path} HTTP/1.1\r\nHost: h\r\n\r\n`;

test.each(["destroy", "resetAndDestroy", "end"] as const)(
  "a client that leaves a response by %s resets the connection to the runtime",
  async (leave) => {
    const path = `/open/response/${leave}`;
    const { socket, request } = await openedBy(path, GET(path));
    request.answer.write("first");
    await once(socket, "data");
    socket[leave]();
    await until("the reset", () => request.isCut);
  },
);

test("so does a client that leaves within its body; a whole request is carried out first", async () => {
  const path = "/open/body";
  const body = await openedBy(path, `POST ${path} HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nhalf`);
  body.socket.destroy();
  await until("the reset", () => body.request.isCut);
  const early = await openedBy("/open/early", GET("/open/early"));
  early.socket.destroy();
  // the proxy has seen the end of a connection that was closed later
  await exchange("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
  expect(early.request.isCut).toBe(false);
  early.request.answer.write("first");
  await until("the reset", () => early.request.isCut);
});

test("the next request on a connection outlives a client that left after its response", async () => {
  for (let n = 0; n < 20; n++) {
    const socket = connect(port, HOST);
    socket.write(`POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nhi`);
    await once(socket, "data");
    socket.destroy();
    expect(await exchange("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")).toContain("200 OK");
  }
});
