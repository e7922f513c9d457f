import { isLoopback } from "../addresses.ts";
import type { Credential } from "../credentials.ts";

export type BrokerAddress = Pick<Credential, "host" | "port" | "tls_port" | "ws_url" | "ws_path">;

/** The address at which the user opened the service; a `URL` is one. */
export interface PageAddress {
  protocol: string;
  host: string;
  hostname: string;
}

export type Way =
  | { kind: "tcp" | "tls"; host: string; port: number }
  | { kind: "websocket"; host: string; port: number; url: string; path: string };
export type WayKind = Way["kind"];

/** Placeholder for an address that only the user knows. */
export const YOUR_BRIDGE = "YOUR_BRIDGE";
/** A bridge on the user's own machine offers TCP where the service does not. */
export const BRIDGED: Way = { kind: "tcp", host: YOUR_BRIDGE, port: 1883 };

const STANDARD_PORTS: Record<string, number> = { ws: 80, wss: 443 };

/** The first of these transports that the broker offers, or null. */
export function wayOf(reach: BrokerAddress, kinds: readonly WayKind[], page: PageAddress): Way | null {
  for (const kind of kinds) {
    const way = WAYS[kind](reach, page);
    if (way !== null) return way;
  }
  return null;
}

const WAYS: Record<WayKind, (reach: BrokerAddress, page: PageAddress) => Way | null> = {
  tcp: (reach, page) => overTcp("tcp", hostOf(reach, page), reach.port),
  tls: (reach, page) => overTcp("tls", hostOf(reach, page), reach.tls_port),
  websocket: overWebSocket,
};

const overTcp = (kind: "tcp" | "tls", host: string | null, port: number | null): Way | null =>
  host === null || port === null ? null : { kind, host, port };

/** If the service has a loopback name, use the host of this page's address. */
const hostOf = ({ host }: BrokerAddress, page: PageAddress): string | null =>
  host !== null && isLoopback(host) ? page.hostname : host;

function overWebSocket({ ws_url: wsUrl, ws_path: path }: BrokerAddress, page: PageAddress): Way {
  const here = `${page.protocol === "https:" ? "wss" : "ws"}://${page.host}${path}`;
  const url = wsUrl === null || isLoopback(partsOf(wsUrl).host) ? here : wsUrl;
  return { kind: "websocket", url, ...partsOf(url) };
}

/** Contracts have no `URL`. The address was made by the service, or is that of the page. */
function partsOf(url: string): { host: string; port: number; path: string } {
  const [, scheme = "", host = "", port, path = "/"] =
    /^(wss?):\/\/(\[[^\]]+\]|[^/:]+)(?::(\d+))?(\/.*)?$/.exec(url) ?? [];
  return { host, port: Number(port) || (STANDARD_PORTS[scheme] ?? 0), path };
}
