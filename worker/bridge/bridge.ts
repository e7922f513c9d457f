/**
 * The bridge: takes MQTT over TCP and TLS and carries each connection, byte for byte, over a WebSocket of its own to a
 * broker that is only reachable so. It understands no MQTT, keeps nothing, and leaves reconnecting to the clients.
 */

import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { BrokerSide, type Keys } from "./broker-side.ts";
import { type Certificate, openCertificate } from "./certificate.ts";
import { Client, type House } from "./client.ts";
import { Crowd } from "./crowd.ts";
import { drain } from "./drain.ts";
import { openHealth } from "./health.ts";
import { Metrics } from "./metrics.ts";
import type { Address, BridgeOptions } from "./options.ts";
import { type Places, Turnstile } from "./turnstile.ts";

/**
 * How many introduce themselves at once. The broker lets 20 clients of one address wait that it does not know yet: all
 * that are here together where it takes the bridge for every client, each address where it is told whose they are.
 */
const UNTOLD: Places = { all: 16, perAddress: 8 };
const TOLD: Places = { all: 128, perAddress: 16 };

/** The socket asks whether the other side is there: a machine that lost power never says. */
const ALIVE_MS = 60_000;

export interface Bridge {
  /** Where it listens, as `host:port`. */
  listening: string[];
  /** Where it is asked how it is. */
  health: string | null;
  /** The files of its certificate, at once. */
  readCertificate(): void;
  /** Stops listening, hands its clients over within so many seconds or until `now`, and answers when all are gone. */
  close(seconds: number, now: AbortSignal): Promise<void>;
}

export interface Setup extends BridgeOptions {
  keys: Keys;
  log(line: string): void;
}

export async function startBridge(setup: Setup): Promise<Bridge> {
  const { plain, tls, keys, log } = setup;
  const metrics = new Metrics();
  const house: House = {
    broker: new BrokerSide(setup.to, keys, metrics, log),
    turnstile: new Turnstile(keys.length > 0 ? TOLD : UNTOLD),
    crowd: new Crowd(setup),
    balancers: setup.balancers,
    metrics,
    log,
  };
  const clients = new Set<Client>();
  const take = (certificate: Certificate | null) => (socket: Socket) =>
    receive(house, clients, socket, certificate);
  const servers: Server[] = [];
  if (plain !== null) servers.push(await listen(take(null), plain));
  const certificate = tls && openCertificate(tls.files, log);
  if (tls !== null && certificate !== null) {
    metrics.certificateEnds = certificate.expires;
    servers.push(await listen(take(certificate), tls.address));
  }
  const health = setup.health && (await openHealth(setup.health, metrics));
  return {
    listening: servers.map(addressOf),
    health: health && addressOf(health),
    readCertificate: () => certificate?.readAgain(),
    async close(seconds, now) {
      metrics.isDraining = true;
      for (const server of servers) server.close();
      await drain(clients, seconds, now);
      certificate?.close();
      health?.close();
      health?.closeAllConnections();
    },
  };
}

function receive(house: House, clients: Set<Client>, socket: Socket, certificate: Certificate | null): void {
  const { crowd, metrics } = house;
  if (crowd.isFull) {
    metrics.refused("full");
    socket.destroy();
    return;
  }
  const client = new Client(house, socket, certificate);
  clients.add(client);
  crowd.opened();
  metrics.total++;
  metrics.open++;
  void client.gone.then(() => {
    clients.delete(client);
    crowd.closed();
    metrics.open--;
  });
}

async function listen(take: (socket: Socket) => void, { host, port }: Address): Promise<Server> {
  // Half open, so that a client that has said all still gets its answers.
  const kept = { allowHalfOpen: true, noDelay: true, keepAlive: true, keepAliveInitialDelay: ALIVE_MS };
  const server = createServer(kept, take);
  server.listen({ port, ...(host !== undefined && { host }) });
  await once(server, "listening");
  // Out of descriptors, for a moment: the next connection may fit again.
  server.on("error", () => {});
  return server;
}

function addressOf(server: Pick<Server, "address">): string {
  const address = server.address();
  if (address === null || typeof address === "string") return String(address);
  return `${address.family === "IPv6" ? `[${address.address}]` : address.address}:${address.port}`;
}
