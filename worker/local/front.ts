/**
 * The HTTP server that clients of the local product connect to. wrangler's development proxy believes a client's own
 * `CF-Connecting-IP` (its address) and `MF-Original-URL` (its host), and the Worker behind it cannot tell. Only the
 * process that holds the client's socket knows the address.
 */
import {
  Agent,
  createServer,
  type IncomingMessage,
  type RequestOptions,
  request,
  type Server,
  type ServerResponse,
} from "node:http";
import { type Duplex, pipeline } from "node:stream";
import { Problem } from "./problem.ts";

/** Headers that the proxy believes, and those of one connection. */
const OF_REQUESTS = /^(cf-.*|mf-.*|connection|keep-alive|proxy-connection|expect|upgrade)$/i;
/** Node frames the body of a response itself, as the client's version of HTTP needs it. */
const OF_RESPONSES = /^(connection|keep-alive|transfer-encoding)$/i;
/** An upgrade has no body: what follows its head is the first data of the WebSocket. */
const OF_UPGRADES = /^(content-length|transfer-encoding)$/i;
/** The runtime ends an idle connection after five seconds: a request must not meet that. */
const IDLE_MS = 3000;
const MAX_HEADER_BYTES = 65_536;
const BACKLOG = 4096;

export interface Front {
  /** Ends every connection, also one that is a WebSocket. */
  close(): void;
}

/** Serves on `port` of each host what the runtime serves at `runtime`. */
export async function startFront(hosts: readonly string[], port: number, runtime: string): Promise<Front> {
  const upgraded = new Set<Duplex>();
  const servers = hosts.map(() => frontServer(new URL(runtime), upgraded));
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

function frontServer({ hostname, port }: URL, upgraded: Set<Duplex>): Server {
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS });
  const optionsFor = ({ method, url, rawHeaders, socket }: IncomingMessage): RequestOptions => {
    const address = (socket.remoteAddress ?? "").replace(/^::ffff:(?=\d+\.)/i, "");
    const headers = [...without(rawHeaders, OF_REQUESTS), "CF-Connecting-IP", address];
    return { agent, hostname, port, method, path: url, setHost: false, headers };
  };
  const server = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    // Java's client asks for HTTP/2 in this way and means an ordinary request.
    shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === "websocket",
  });
  server.on("request", (incoming, answer) => passOn(incoming, answer, optionsFor(incoming)));
  server.on("upgrade", (incoming, client, head) => {
    upgraded.add(client);
    client.once("close", () => upgraded.delete(client));
    upgrade(client, head, optionsFor(incoming));
  });
  return server;
}

function passOn(incoming: IncomingMessage, answer: ServerResponse, options: RequestOptions): void {
  answer.sendDate = false;
  const asked = request(options, (response) => {
    answer.writeHead(
      response.statusCode ?? 502,
      response.statusMessage,
      without(response.rawHeaders, OF_RESPONSES),
    );
    pipeline(response, answer, ignore);
  });
  asked.on("error", () => {
    if (answer.headersSent) answer.destroy();
    else answer.writeHead(502).end();
  });
  answer.once("close", () => {
    if (!answer.writableFinished) asked.destroy();
  });
  incoming.pipe(asked);
}

/** Bytes of a WebSocket pass through as they are, once the runtime has agreed to it. */
function upgrade(client: Duplex, head: Buffer, options: RequestOptions): void {
  const kept = without(options.headers as string[], OF_UPGRADES);
  const asked = request({ ...options, headers: [...kept, "Connection", "Upgrade", "Upgrade", "websocket"] });
  asked.on("upgrade", (response, runtime, first) => {
    client.write(headOf(response, response.rawHeaders));
    if (first.length > 0) client.write(first);
    if (head.length > 0) runtime.write(head);
    pipeline(client, runtime, ignore);
    pipeline(runtime, client, ignore);
  });
  // The connection ends with a refusal: a later request on it would pass through unread.
  asked.on("response", (response) => {
    client.write(headOf(response, [...without(response.rawHeaders, OF_RESPONSES), "Connection", "close"]));
    pipeline(response, client, ignore);
  });
  asked.on("error", () => client.destroy());
  client.on("error", ignore);
  client.once("close", () => asked.destroy());
  asked.end();
}

/** The error of one end destroys the other, which is all that there is to do. */
const ignore = (): void => {};

function headOf({ statusCode, statusMessage }: IncomingMessage, headers: readonly string[]): string {
  const lines = headers.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${headers[at + 1]}\r\n`] : []));
  return `HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines.join("")}\r\n`;
}

/** Names and values in turn, as Node has raw headers. */
const without = (headers: readonly string[], names: RegExp): string[] =>
  headers.filter((_, at) => !names.test(headers[at - (at % 2)] ?? ""));

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      // A machine without IPv6 has no such address.
      if (host === "::1" && error.code === "EADDRNOTAVAIL") resolve();
      else reject(new Problem(`Port ${port} of ${host} cannot be served: ${error.message}.`));
    });
    server.listen({ port, host, backlog: BACKLOG }, resolve);
  });
}
