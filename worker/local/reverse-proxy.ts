/**
 * The HTTP server before `wrangler dev`. wrangler's proxy trusts a client's `CF-Connecting-IP` and `MF-Original-URL`, and
 * does not report that a client is gone unless its connection is reset.
 */
import {
  Agent,
  type ClientRequest,
  createServer,
  type IncomingMessage,
  type RequestOptions,
  request,
  type Server,
  type ServerResponse,
} from "node:http";
import { type Duplex, pipeline } from "node:stream";
import { UserError } from "./user-error.ts";

/** Headers that wrangler's proxy and its runtime trust, and headers of one connection. */
const OF_REQUESTS =
  /^(cf-.*|mf-.*|x-forwarded-proto|connection|keep-alive|proxy-connection|expect|upgrade)$/i;
/** Node frames the response body itself, by the client's HTTP version. */
const OF_RESPONSES = /^(connection|keep-alive|transfer-encoding)$/i;
/** An upgrade has no body: the bytes after its head belong to the WebSocket. */
const OF_UPGRADES = /^(content-length|transfer-encoding)$/i;
/** Shorter than the runtime's five seconds, so that no request uses a connection that is being closed. */
const IDLE_MS = 3000;
const MAX_HEADER_BYTES = 65_536;
const BACKLOG = 4096;

/** Server-Sent Events, and calls that wait for a reply: one whose client is gone must free its place. */
const PLACES = /^\/v0\/(stream\/?(\?|$)|messages\/[^?]*\?(.*&)?reply=)/;

export interface ReverseProxy {
  close(): void;
}

export async function startReverseProxy(
  hosts: readonly string[],
  port: number,
  upstream: string,
): Promise<ReverseProxy> {
  const upgraded = new Set<Duplex>();
  const servers = hosts.map(() => proxyServer(upstream, upgraded));
  const close = () => {
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
    for (const socket of upgraded) socket.destroy();
  };
  try {
    await Promise.all(servers.map((server, at) => listen(server, hosts[at] ?? "", port)));
  } catch (error) {
    close();
    throw error;
  }
  return { close };
}

function proxyServer(upstream: string, upgraded: Set<Duplex>): Server {
  const { hostname, port } = new URL(upstream);
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS });
  const optionsFor = ({ method, url = "", rawHeaders, socket }: IncomingMessage): RequestOptions => {
    const address = (socket.remoteAddress ?? "").replace(/^::ffff:(?=\d+\.)/i, "");
    const headers = [...without(rawHeaders, OF_REQUESTS), "CF-Connecting-IP", address];
    return { agent, hostname, port, method, path: url, setHost: false, headers };
  };
  const server = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    // Java's HTTP client sends `Upgrade: h2c` with ordinary requests.
    shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === "websocket",
  });
  server.on("request", (incoming, answer) => forwardRequest(incoming, answer, optionsFor(incoming)));
  server.on("upgrade", (incoming, client, head) => {
    upgraded.add(client);
    client.once("close", () => upgraded.delete(client));
    forwardUpgrade(client, head, optionsFor(incoming));
  });
  return server;
}

function forwardRequest(incoming: IncomingMessage, answer: ServerResponse, options: RequestOptions): void {
  answer.sendDate = false;
  const upstream = request(options, (response) => {
    if (answer.destroyed) {
      reset(upstream);
      return;
    }
    answer.writeHead(
      response.statusCode ?? 502,
      response.statusMessage,
      without(response.rawHeaders, OF_RESPONSES),
    );
    pipeline(response, answer, ignore);
  });
  upstream.on("error", () => {
    if (answer.headersSent) answer.destroy();
    else answer.writeHead(502).end();
  });
  answer.once("finish", () => endLate(incoming));
  // Before `pipeline`, which would close the connection without a reset.
  answer.once("close", () => {
    if (answer.writableFinished) return;
    // Another whole request is carried out although its client is gone.
    if (answer.headersSent || !incoming.readableEnded || PLACES.test(incoming.url ?? "")) reset(upstream);
  });
  incoming.pipe(upstream);
}

/** A body that goes on after its answer is dropped, and its connection ends after this time. Milliseconds. */
const REST_MS = 10_000;

function endLate(incoming: IncomingMessage): void {
  if (incoming.complete) return;
  const timer = setTimeout(() => incoming.destroy(), REST_MS);
  incoming.once("close", () => clearTimeout(timer)).once("end", () => clearTimeout(timer));
}

/** A finished request has returned its socket, which may carry another one by now. */
function reset(upstream: ClientRequest): void {
  if (!upstream.destroyed) upstream.socket?.resetAndDestroy();
  upstream.destroy();
}

function forwardUpgrade(client: Duplex, head: Buffer, options: RequestOptions): void {
  const headers = without(options.headers as string[], OF_UPGRADES);
  const upstream = request({
    ...options,
    headers: [...headers, "Connection", "Upgrade", "Upgrade", "websocket"],
  });
  upstream.on("upgrade", (response, runtime, first) => {
    client.write(headOf(response, response.rawHeaders));
    if (first.length > 0) client.write(first);
    if (head.length > 0) runtime.write(head);
    pipeline(client, runtime, ignore);
    pipeline(runtime, client, ignore);
  });
  // Closes the connection after a refusal: a later request on it would be forwarded without a check.
  upstream.on("response", (response) => {
    client.write(headOf(response, [...without(response.rawHeaders, OF_RESPONSES), "Connection", "close"]));
    pipeline(response, client, ignore);
  });
  upstream.on("error", () => client.destroy());
  client.on("error", ignore);
  client.once("close", () => upstream.destroy());
  upstream.end();
}

/** `pipeline` destroys the other end on an error. */
const ignore = (): void => {};

function headOf({ statusCode, statusMessage }: IncomingMessage, headers: readonly string[]): string {
  const lines = headers.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${headers[at + 1]}\r\n`] : []));
  return `HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines.join("")}\r\n`;
}

/** `headers` are raw: names and values in turn. */
const without = (headers: readonly string[], names: RegExp): string[] =>
  headers.filter((_, at) => !names.test(headers[at - (at % 2)] ?? ""));

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      // No IPv6.
      if (host === "::1" && error.code === "EADDRNOTAVAIL") resolve();
      else reject(new UserError(`Port ${port} of ${host} cannot be used: ${error.message}.`));
    });
    server.listen({ port, host, backlog: BACKLOG }, resolve);
  });
}
