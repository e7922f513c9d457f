/**
 * The bridge: takes MQTT over TCP and TLS and carries each connection, byte for byte, over a WebSocket of its own to a
 * broker that is only reachable so. It understands no MQTT, keeps nothing, and leaves reconnecting to the clients.
 */

import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { createWebSocketStream, WebSocket } from "ws";
import { type Link, splice } from "../gateway/link.ts";
import { within } from "../patience.ts";
import type { Address } from "./options.ts";
import { streamLink } from "./stream-link.ts";
import { Turnstile } from "./turnstile.ts";

/** The broker lets 20 clients of one address wait that it does not know yet, and here all have one address. */
const INTRODUCTIONS = 16;
const DEADLINE_MS = 10_000;

export interface Bridge {
  /** Where it listens, as `host:port`. */
  listening: string[];
  /** Stops listening, ends every client, and answers when all are gone. */
  close(): Promise<void>;
}

export interface Listeners {
  to: URL;
  plain: Address | null;
  tls: { address: Address; certificate: Buffer; key: Buffer } | null;
  log(line: string): void;
}

export async function startBridge({ to, plain, tls, log }: Listeners): Promise<Bridge> {
  const clients = new Map<Socket, Promise<void>>();
  const turnstile = new Turnstile(INTRODUCTIONS);
  const take = (socket: Socket) => {
    const gone = serve(socket, to, turnstile, log).finally(() => clients.delete(socket));
    clients.set(socket, gone);
  };
  const servers: Server[] = [];
  // Half open, so that a client that has said all still gets its answers.
  const options = { allowHalfOpen: true, noDelay: true };
  if (plain !== null) servers.push(await listen(createServer(options, take), plain));
  if (tls !== null) {
    const { certificate: cert, key, address } = tls;
    const server = createTlsServer({ ...options, cert, key, handshakeTimeout: DEADLINE_MS }, take);
    // A failed handshake is that client's affair.
    server.on("tlsClientError", () => {});
    servers.push(await listen(server, address));
  }
  return {
    listening: servers.map(addressOf),
    async close() {
      for (const server of servers) server.close();
      for (const socket of clients.keys()) socket.destroy();
      await Promise.all(clients.values());
    },
  };
}

async function listen(server: Server, { host, port }: Address): Promise<Server> {
  server.listen({ port, ...(host !== undefined && { host }) });
  await once(server, "listening");
  return server;
}

function addressOf(server: Server): string {
  const address = server.address();
  if (address === null || typeof address === "string") return String(address);
  return `${address.family === "IPv6" ? `[${address.address}]` : address.address}:${address.port}`;
}

/** One client, from its first byte to its line in the log. */
async function serve(socket: Socket, to: URL, turnstile: Turnstile, log: (line: string) => void) {
  const begun = performance.now();
  const from = `${socket.remoteAddress}:${socket.remotePort}`;
  const client = streamLink(socket);
  const problem = await carry(client, to, turnstile).catch((error: Error) => error.message);
  client.destroy();
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  const { bytesRead, bytesWritten } = socket;
  log(`${from} ${seconds} s, ${bytesRead} bytes up, ${bytesWritten} down${problem ? `: ${problem}` : ""}`);
}

async function carry(client: Link, to: URL, turnstile: Turnstile): Promise<string | null> {
  const first = await within(DEADLINE_MS, client.read());
  if (first === null) return "said nothing";
  await turnstile.enter();
  const answered = onlyOnce(() => turnstile.leave());
  try {
    const broker = withFirstRead(await dial(to), answered);
    await broker.write(first);
    await splice(client, broker);
    return null;
  } finally {
    answered();
  }
}

async function dial(to: URL): Promise<Link> {
  const socket = new WebSocket(to, "mqtt", { handshakeTimeout: DEADLINE_MS, perMessageDeflate: false });
  const link = streamLink(createWebSocketStream(socket, { allowHalfOpen: true }));
  await new Promise<void>((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", reject);
  });
  return link;
}

/** The broker's first bytes say that it knows the client now. */
const withFirstRead = (link: Link, told: () => void): Link => ({
  ...link,
  async read() {
    const bytes = await link.read();
    told();
    return bytes;
  },
});

function onlyOnce(act: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    act();
  };
}
