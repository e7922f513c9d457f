/** Which addresses notices may be sent to. Literal addresses come in the URL standard's form, in which `0x7f.1` is 127.0.0.1. */

import ipaddr from "ipaddr.js";
import { apiUrl, appUrl, type Env, settings } from "../env.ts";
import { answersFor, listed } from "../hosts.ts";
import { isHostName, isLocal, isPublic, isThisMachine } from "./host-names.ts";
import { OUTBOUND_HEADER, PRIVATE_ON_DESK, type Reach } from "./outbound.ts";

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
const isLan = (env: Env): boolean => settings(env).development && env.WEBHOOK_LAN === "true";

/** Whether requests leave by `local/outbound.ts`. A deployment's `fetch` connects by itself. */
const isGuarded = (env: Env): boolean => settings(env).development && env.OUTBOUND === "checked";

/** The addresses that a request may reach, for `local/outbound.ts`. */
export function reachHeader(env: Env): Record<string, Reach> {
  if (!isGuarded(env)) return {};
  return { [OUTBOUND_HEADER]: isLan(env) ? "any" : "public" };
}

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

const privateProblem = (env: Env): string =>
  settings(env).development ? PRIVATE_ON_DESK : "This address is in a private network. Use a public host.";

/** Null when the resolved addresses of a host may be reached; otherwise a sentence. */
export const resolvedProblem = (env: Env, addresses: readonly string[]): string | null =>
  addresses.length > 0 && addresses.every(isPublic) ? null : privateProblem(env);

/**
 * A DNS name that must be resolved before it is used; null for a literal address, for a desk's network, and where
 * `local/outbound.ts` checks the address that it connects to.
 */
export function nameToResolve(env: Env, address: string): string | null {
  const host = hostOf(new URL(address));
  return ipaddr.isValid(host) || isLan(env) || isGuarded(env) ? null : host;
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
    : `The push service of this browser is not known here: ${url.host.slice(0, MAX_SHOWN_HOST)}. The operator of this service can add it (PUSH_HOSTS).`;
}

/** The longest host name of DNS (RFC 1035, 2.3.4). Characters. */
const MAX_SHOWN_HOST = 253;
