/** The supervisor's server: it sends the runtime's requests to other hosts, and answers those to the supervisor itself. */

import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { sameSecret } from "../../keys/digest.ts";
import { outbound } from "../outbound.ts";
import { LOOPBACK } from "../port.ts";
import { KEY_HEADER } from "./config.ts";
import { PresentClients } from "./present-clients.ts";

export interface SupervisorServer {
  port: number;
  close(): void;
}

/** `port` is the runtime's for clients. */
export async function startSupervisorServer(key: string, port: number): Promise<SupervisorServer> {
  const clients = new PresentClients(port);
  // The runtime names no host but in the address of the request, and keeps idle connections for five seconds.
  const options = { requireHostHeader: false, keepAliveTimeout: 0 };
  const server = createServer(options, (incoming, answer) => {
    void respond(key, clients, incoming, answer).catch(() => answer.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, LOOPBACK, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const CONNECTION = /^\/connections\/(.+)$/;

async function respond(
  key: string,
  clients: PresentClients,
  incoming: IncomingMessage,
  answer: ServerResponse,
): Promise<void> {
  const { [KEY_HEADER]: given, ...headers } = incoming.headers;
  if (!sameSecret(key, String(given))) {
    answer.writeHead(403).end();
    return;
  }
  const [, peer] = CONNECTION.exec(incoming.url ?? "") ?? [];
  if (peer !== undefined) clients.hold(decodeURIComponent(peer), answer);
  else await forward(incoming, headers, answer);
}

async function forward(
  incoming: IncomingMessage,
  headers: IncomingHttpHeaders,
  answer: ServerResponse,
): Promise<void> {
  const { method = "GET", url = "" } = incoming;
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const body = chunks.length === 0 ? null : Buffer.concat(chunks);
  const request = new Request(url, { method, headers: headers as Record<string, string>, body });
  const response = await outbound(request);
  answer.writeHead(response.status, Object.fromEntries(response.headers));
  answer.end(Buffer.from(await response.arrayBuffer()));
}
