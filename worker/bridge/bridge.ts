/** The bridge: carries MQTT over TCP and TLS to a broker behind a WebSocket. It neither parses nor stores MQTT. */

import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { AddressCounter } from "../address-counter.ts";
import { within } from "../patience.ts";
import { BrokerConnector, type SigningKeys } from "./broker-connector.ts";
import { Certificates } from "./certificates.ts";
import { BridgeClient, type BridgeContext } from "./client.ts";
import { ConnectQueue, type QueueLimits } from "./connect-queue.ts";
import { Metrics, openHealth } from "./metrics.ts";
import type { Address, BridgeOptions } from "./options.ts";

// Disconnects the clients of a bridge that shuts down one after the other, so that the next bridge is not flooded.

type DrainedClient = Pick<BridgeClient, "closed" | "endGracefully" | "destroy">;

/** Longer than the linger of a relay. */
const LAST_MS = 3000;

/** Ends the clients evenly over `seconds`, oldest first, or all at once on `now`. Resolves when all are closed. */
export async function drain(
  clients: ReadonlySet<DrainedClient>,
  seconds: number,
  now: AbortSignal,
): Promise<void> {
  const end = performance.now() + seconds * 1000;
  const stopped = new Promise<void>((resolve) => now.addEventListener("abort", () => resolve()));
  const connected = new Set(clients);
  for (const client of connected) void client.closed.then(() => connected.delete(client));
  const all = Promise.all([...clients].map(({ closed }) => closed));
  while (!now.aborted) {
    const [next] = connected;
    if (next === undefined) break;
    connected.delete(next);
    next.endGracefully();
    const leftMs = Math.max(0, end - performance.now());
    if (connected.size > 0 && leftMs > 0) {
      await within(leftMs / connected.size, Promise.race([stopped, all]));
    }
  }
  if (!now.aborted) await within(LAST_MS, Promise.race([stopped, all]));
  for (const client of clients) client.destroy();
  await all;
}

/**
 * Clients that wait for CONNACK at once. The broker allows 20 per address; without a key, it sees only the bridge's.
 */
const LIMITS_WITHOUT_KEY: QueueLimits = { total: 16, perAddress: 8 };
const LIMITS_WITH_KEY: QueueLimits = { total: 128, perAddress: 16 };

/** TCP keep-alive, which detects a client that lost power. */
const KEEP_ALIVE_MS = 60_000;

export interface Bridge {
  listening: string[];
  /** `host:port` of `/health` and `/metrics`. */
  health: string | null;
  /** Loads the files of the certificates at once. */
  reloadCertificates(): void;
  /** Stops listening, disconnects clients over `seconds` or until `now`, and resolves when all are gone. */
  close(seconds: number, now: AbortSignal): Promise<void>;
}

export interface BridgeSetup extends BridgeOptions {
  keys: SigningKeys;
  log(line: string): void;
}

export async function startBridge(setup: BridgeSetup): Promise<Bridge> {
  const { plain, tls, keys, log } = setup;
  const metrics = new Metrics();
  const context: BridgeContext = {
    broker: new BrokerConnector(setup.to, keys, metrics, log),
    queue: new ConnectQueue(keys.length > 0 ? LIMITS_WITH_KEY : LIMITS_WITHOUT_KEY),
    addresses: new AddressCounter(),
    perAddress: setup.perAddress,
    balancers: setup.balancers,
    metrics,
    log,
  };
  const clients = new Set<BridgeClient>();
  const accept = (certificates: Certificates | null) => (socket: Socket) => {
    if (clients.size < setup.connections) return acceptClient(context, clients, socket, certificates);
    metrics.countRefused("full");
    socket.destroy();
  };
  const servers: Server[] = [];
  if (plain !== null) servers.push(await listen(accept(null), plain));
  const certificates = tls && new Certificates(tls.files, log);
  if (tls !== null && certificates !== null) {
    metrics.certificateExpires = () => certificates.expires();
    servers.push(await listen(accept(certificates), tls.address));
  }
  const health = setup.health && (await openHealth(setup.health, metrics));
  return {
    listening: servers.map(addressOf),
    health: health && addressOf(health),
    reloadCertificates: () => certificates?.reload(),
    async close(seconds, now) {
      metrics.isDraining = true;
      for (const server of servers) server.close();
      await drain(clients, seconds, now);
      certificates?.close();
      health?.close();
      health?.closeAllConnections();
    },
  };
}

function acceptClient(
  context: BridgeContext,
  clients: Set<BridgeClient>,
  socket: Socket,
  certificates: Certificates | null,
): void {
  const { metrics } = context;
  const client = new BridgeClient(context, socket, certificates);
  clients.add(client);
  metrics.total++;
  metrics.open++;
  void client.closed.then(() => {
    clients.delete(client);
    metrics.open--;
  });
}

async function listen(accept: (socket: Socket) => void, { host, port }: Address): Promise<Server> {
  // Half-open, so that a client that ends its direction still receives answers.
  const options = {
    allowHalfOpen: true,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: KEEP_ALIVE_MS,
  };
  const server = createServer(options, accept);
  server.listen({ port, ...(host !== undefined && { host }) });
  await once(server, "listening");
  // For example, no free file descriptor: a later connection may succeed.
  server.on("error", () => {});
  return server;
}

function addressOf(server: Pick<Server, "address">): string {
  const address = server.address();
  if (address === null || typeof address === "string") return String(address);
  return `${address.family === "IPv6" ? `[${address.address}]` : address.address}:${address.port}`;
}
