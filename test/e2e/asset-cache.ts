/**
 * A proxy before the product that repeats immutable files from memory: a page has thirty, and the local
 * runtime takes longer to serve them than the browser to run them.
 */

import { once } from "node:events";
import {
  Agent,
  createServer,
  type IncomingMessage,
  type RequestOptions,
  request,
  type ServerResponse,
} from "node:http";
import { connect } from "node:net";
import { type Duplex, pipeline } from "node:stream";

interface StoredResponse {
  headers: string[];
  body: Buffer;
}

/** Shorter than the product's five seconds. */
const IDLE_MS = 3_000;
const ignore = () => {};

/** Null for a request whose response depends on more than these headers. */
function keyOf({ method, url = "/", headers }: IncomingMessage): string | null {
  if (method !== "GET" || !url.startsWith("/assets/")) return null;
  if (headers["if-none-match"] !== undefined || headers.range !== undefined) return null;
  return [url, headers.host, headers.origin, headers["accept-encoding"]].join(" ");
}

export async function startAssetCache(port: number, product: string): Promise<() => void> {
  const { hostname, port: productPort } = new URL(product);
  const stored = new Map<string, StoredResponse>();
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS });

  const forward = (from: IncomingMessage, to: ServerResponse) => {
    const key = keyOf(from);
    const known = key === null ? undefined : stored.get(key);
    if (known !== undefined) return to.writeHead(200, known.headers).end(known.body);
    const { method, url: path, rawHeaders: headers } = from;
    const options: RequestOptions = { agent, hostname, port: productPort, method, path, headers };
    const onward = request(options, (response) => {
      to.writeHead(response.statusCode ?? 502, response.rawHeaders);
      const isImmutable = response.headers["cache-control"]?.includes("immutable") ?? false;
      // Without a callback that takes the error, a page that leaves while a file arrives would end the test run.
      pipeline(response, to, ignore);
      if (key === null || !isImmutable || response.statusCode !== 200) return;
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("end", () =>
        stored.set(key, { headers: response.rawHeaders, body: Buffer.concat(chunks) }),
      );
    });
    onward.on("error", () => to.destroy());
    to.once("close", () => to.writableFinished || onward.destroy());
    from.pipe(onward);
  };

  const sockets = new Set<Duplex>();
  const tunnel = ({ url, rawHeaders }: IncomingMessage, client: Duplex, head: Buffer) => {
    const server = connect(Number(productPort), hostname);
    sockets.add(client);
    client.once("close", () => sockets.delete(client));
    const lines = rawHeaders.flatMap((name, at) =>
      at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}\r\n`] : [],
    );
    server.write(`GET ${url} HTTP/1.1\r\n${lines.join("")}\r\n`);
    server.write(head);
    pipeline(client, server, ignore);
    pipeline(server, client, ignore);
  };

  const server = createServer(forward).on("upgrade", tunnel).listen(port, "127.0.0.1");
  await once(server, "listening");
  return () => {
    server.close();
    server.closeAllConnections();
    for (const socket of sockets) socket.destroy();
  };
}
