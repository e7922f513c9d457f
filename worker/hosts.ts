/**
 * PURE. The host names that the product answers for. Anybody can point a name here, and a page opened under it would
 * count as ours (DNS rebinding): the Host header is compared, never trusted.
 */

export interface Hosts {
  /** Names and addresses as in a URL, without the port. */
  names: ReadonlySet<string>;
  /** Of the pages that may open a WebSocket. */
  origins: ReadonlySet<string>;
  /** Whether this machine's own names count too, and pages on them on any port. */
  local: boolean;
}

export interface Configured {
  /** URLs of the web app and of the API. */
  addresses: readonly string[];
  /** More hosts, separated by commas: a name or an address, with a port if a page there has an unusual one. */
  hosts: string;
  /** Of other web apps. */
  allowedOrigins: ReadonlySet<string>;
  local: boolean;
}

export function hostsOf({ addresses, hosts, allowedOrigins, local }: Configured): Hosts {
  const own = [...addresses.map(urlOf), ...listed(hosts).map(urlOfHost)];
  return {
    names: new Set(own.map(({ hostname }) => bare(hostname))),
    origins: new Set([...own.map(({ origin }) => origin), ...allowedOrigins]),
    local,
  };
}

export const answersFor = ({ names, local }: Hosts, hostname: string): boolean =>
  names.has(bare(hostname)) || (local && isLoopbackName(bare(hostname)));

/** Whether a page of this origin is ours, or an allowed one. */
export function isOwnPage(hosts: Hosts, origin: string): boolean {
  // Paho sends one too, with the port even when it is the default.
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  return hosts.origins.has(page.origin) || (hosts.local && answersFor(hosts, page.hostname));
}

export const listed = (text: string): string[] =>
  text
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");

const urlOf = (address: string): URL => {
  if (URL.canParse(address) && /^https?:/.test(address)) return new URL(address);
  throw new Error(`APP_URL and API_URL must be addresses like https://your.host, not "${address}".`);
};

function urlOfHost(host: string): URL {
  const isBareIpv6 = /^[0-9a-f:]*:[0-9a-f:]*:[0-9a-f:.]*$/i.test(host);
  const address = `https://${isBareIpv6 ? `[${host}]` : host}`;
  if (URL.canParse(address) && new URL(address).href === `${new URL(address).origin}/`)
    return new URL(address);
  throw new Error(`HOSTS must be host names with commas between, not "${host}".`);
}

/** `yard.example.` is `yard.example`. */
const bare = (hostname: string): string => hostname.toLowerCase().replace(/\.$/, "");

/** A name of the machine itself, as in a URL. */
export const isLoopbackName = (hostname: string): boolean =>
  /^(.+\.)?localhost$/.test(hostname) || /^127(\.\d+){3}$/.test(hostname) || hostname === "[::1]";
