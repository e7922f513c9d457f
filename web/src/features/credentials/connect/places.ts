import type { Credential } from "../../../../../worker/contract/credential.ts";
import { isLoopback } from "../../../lib/loopback.ts";

export type BrokerAddress = Pick<Credential, "host" | "port" | "tls_port" | "ws_url" | "ws_path">;

export type Way =
  | { kind: "tcp" | "tls"; host: string; port: number }
  | { kind: "websocket"; host: string; port: number; url: string; path: string };
export type WayKind = Way["kind"];

/** Placeholder for an address that only the user knows. */
export const YOUR_BRIDGE = "YOUR_BRIDGE";
/** A bridge on the user's own machine offers TCP where the service does not. */
export const BRIDGED: Way = { kind: "tcp", host: YOUR_BRIDGE, port: 1883 };

const STANDARD_PORTS: Record<string, number> = { "ws:": 80, "wss:": 443 };

/** The first of these transports that the broker offers, or null. */
export function wayOf(reach: BrokerAddress, kinds: readonly WayKind[], page: URL): Way | null {
  for (const kind of kinds) {
    const way = WAYS[kind](reach, page);
    if (way !== null) return way;
  }
  return null;
}

const WAYS: Record<WayKind, (reach: BrokerAddress, page: URL) => Way | null> = {
  tcp: (reach, page) => overTcp("tcp", hostOf(reach, page), reach.port),
  tls: (reach, page) => overTcp("tls", hostOf(reach, page), reach.tls_port),
  websocket: overWebSocket,
};

const overTcp = (kind: "tcp" | "tls", host: string | null, port: number | null): Way | null =>
  host === null || port === null ? null : { kind, host, port };

/** If the service has a loopback name, use the host of this page's address. */
const hostOf = ({ host }: BrokerAddress, page: URL): string | null =>
  host !== null && isLoopback(host) ? page.hostname : host;

function overWebSocket({ ws_url: told, ws_path: path }: BrokerAddress, page: URL): Way {
  const given = told === null ? null : new URL(told);
  const here = `${page.protocol === "https:" ? "wss" : "ws"}://${page.host}${path}`;
  const address = given === null || isLoopback(given.hostname) ? new URL(here) : given;
  return {
    kind: "websocket",
    host: address.hostname,
    port: Number(address.port) || (STANDARD_PORTS[address.protocol] ?? 0),
    url: address.href,
    path: `${address.pathname}${address.search}`,
  };
}
