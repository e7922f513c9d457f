/** Which addresses notices may be sent to. Literal addresses come in the URL standard's form, in which `0x7f.1` is 127.0.0.1. */

import ipaddr from "ipaddr.js";
import { apiUrl, appUrl, type Env, settings } from "../env.ts";
import { answersFor, listed } from "../hosts.ts";

/** Names that resolvers of local networks answer. */
const LOCAL_NAMES = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|arpa|onion)$/;
/** Names that no public resolver answers (RFC 2606, RFC 9476). */
const RESERVED_NAMES = /\.(alt|example|invalid|test)$/;
/**
 * The push services of the browsers to which the page offers notices. A leading dot: every host below.
 * Chrome, Edge on Android, Opera, Samsung Internet, Brave and Vivaldi use fcm.googleapis.com; Chromium without Google's
 * keys, as Linux distributions build it, uses jmt17.google.com (`push_messaging_constants.cc`).
 */
const PUSH_HOSTS = [
  "fcm.googleapis.com",
  "jmt17.google.com",
  // Firefox
  ".push.services.mozilla.com",
  // Edge on Windows
  ".notify.windows.com",
  // Safari
  ".push.apple.com",
];

/** On a desk, webhooks and push services may be on this machine or in its network. */
export const isLan = (env: Env): boolean => settings(env).development && env.WEBHOOK_LAN === "true";

/** Null when a webhook may have this address; otherwise a sentence with the reason. */
export function webhookAddressProblem(env: Env, address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !["https:", "http:"].includes(url.protocol)) {
    return "Use an address that begins with https://.";
  }
  if (url.username || url.password) return "Leave user name and password out of the address.";
  const host = hostOf(url);
  if (host.split(".").includes("")) return "The host of this address has an empty part: check its dots.";
  if (isOwn(env, url)) return "Switchyard sends no notices to itself.";
  if (isLocal(host) && settings(env).development) return isLan(env) ? null : privateProblem(env);
  if (url.protocol !== "https:") return "Use an address that begins with https://.";
  if (url.port !== "") return "Use port 443: leave the port out of the address.";
  return isLocal(host) ? privateProblem(env) : null;
}

/** On a desk it names the variable that allows such addresses. */
export const privateProblem = (env: Env): string =>
  settings(env).development
    ? "This address is in a private network. Use a public host, or allow yours with WEBHOOK_LAN: npm start -- --var WEBHOOK_LAN:true"
    : "This address is in a private network. Use a public host.";

/** Null when the resolved addresses of a host may be reached; otherwise a sentence. */
export const resolvedProblem = (env: Env, addresses: readonly string[]): string | null =>
  addresses.length > 0 && addresses.every(isPublic) ? null : privateProblem(env);

/** A DNS name that must be resolved before it is used; null for a literal address, or for a desk's network. */
export function nameToResolve(env: Env, address: string): string | null {
  const host = hostOf(new URL(address));
  return ipaddr.isValid(host) || isLan(env) ? null : host;
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$|\.$/g, "");

/**
 * Other programs run on a desk's machine, so there only our port is ours. A proxy in front of it may serve our public
 * name on the usual port.
 */
function isOwn(env: Env, url: URL): boolean {
  const { development, hosts } = settings(env);
  const host = hostOf(url);
  if (!development) return hosts.names.has(host);
  if (!answersFor(hosts, url.hostname) && !isThisMachine(host)) return false;
  return ownPorts(env).has(portOf(url)) || (url.port === "" && !isLocal(host));
}

const portOf = ({ port, protocol }: URL): string => port || (protocol === "https:" ? "443" : "80");

const ownPorts = (env: Env): ReadonlySet<string> =>
  new Set(
    [appUrl(env), apiUrl(env), env.LAN_URL]
      .filter((address) => address != null && URL.canParse(address))
      .map((address) => portOf(new URL(address ?? ""))),
  );

/** Loopback, and the unspecified address, which connects to this machine. */
const isThisMachine = (host: string): boolean =>
  ipaddr.isValid(host) && ["loopback", "unspecified"].includes(ipaddr.process(host).range());

/** Whether everybody's resolver could answer this name. */
export const isPublicName = (host: string): boolean =>
  !isLocal(host) && !ipaddr.isValid(host) && isHostName(host) && !RESERVED_NAMES.test(host);

/** RFC 1123, 2.1, without a trailing dot: no label is empty. */
const isHostName = (host: string): boolean =>
  host.split(".").every((label) => /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/i.test(label));

const isLocal = (host: string): boolean =>
  ipaddr.isValid(host) ? !isPublic(host) : LOCAL_NAMES.test(host) || !host.includes(".");

/** The deprecated form ::a.b.c.d (RFC 4291, 2.5.5.1), which stands for an IPv4 address. */
const IPV4_COMPATIBLE = /^::[\da-f:]+$/;

/** IPv4 in IPv6 counts as IPv4. Ranges that are not globally reachable, and those that tunnel, are refused. */
export const isPublic = (address: string): boolean =>
  ipaddr.isValid(address) &&
  ipaddr.process(address).range() === "unicast" &&
  !IPV4_COMPATIBLE.test(ipaddr.process(address).toString());

/** Null when a push subscription may have this endpoint; otherwise a sentence with the reason. */
export function pushEndpointProblem(env: Env, endpoint: string): string | null {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  if (url === null) return "Use the endpoint of the browser's subscription.";
  const hosts = env.PUSH_HOSTS ? listed(env.PUSH_HOSTS.toLowerCase()) : PUSH_HOSTS;
  const isSecure = url.protocol === "https:" || (url.protocol === "http:" && isLan(env));
  const isKnown = hosts.some((host) =>
    host.startsWith(".") ? url.host.endsWith(host) && isHostName(url.host) : url.host === host,
  );
  return isSecure && isKnown && !url.username && !url.password
    ? null
    : `The push service of this browser is not known here: ${url.host.slice(0, MAX_SHOWN_HOST)}. The operator can add it to PUSH_HOSTS.`;
}

/** The longest host name of DNS (RFC 1035, 2.3.4). Characters. */
const MAX_SHOWN_HOST = 253;
