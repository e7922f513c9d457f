/** Which addresses notices may be sent to. Literal addresses come in the URL standard's form, in which `0x7f.1` is 127.0.0.1. */

import ipaddr from "ipaddr.js";
import { type Env, settings } from "../env.ts";
import { listed } from "../hosts.ts";

/** Names that resolvers of local networks answer. */
const LOCAL_NAMES = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|arpa|onion)$/;
/** The push services of Chrome and Edge, Firefox, Windows and Apple. A leading dot: every host below. */
const PUSH_HOSTS = "fcm.googleapis.com,updates.push.services.mozilla.com,.notify.windows.com,.push.apple.com";

/** On a desk, webhooks and push services may be on this machine or in its network. */
const isLan = (env: Env): boolean => settings(env).development && env.WEBHOOK_LAN === "true";

/** Null when a webhook may have this address; otherwise a sentence with the reason. */
export function webhookAddressProblem(env: Env, address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !["https:", "http:"].includes(url.protocol)) {
    return "Use an address that begins with https://.";
  }
  if (url.username || url.password) return "Leave user name and password out of the address.";
  const host = hostOf(url);
  if (isOwn(env, url)) return "Switchyard sends no notices to itself.";
  if (isLan(env) && isLocal(host)) return null;
  if (url.protocol !== "https:") return "Use an address that begins with https://.";
  if (url.port !== "") return "Use port 443: leave the port out of the address.";
  return isLocal(host) ? LOCAL : null;
}

const LOCAL = "This address is in a private network. Use a public host.";

/** Null when the resolved addresses of a host may be reached; otherwise a sentence. */
export const resolvedProblem = (addresses: readonly string[]): string | null =>
  addresses.length > 0 && addresses.every(isPublic) ? null : LOCAL;

/** A DNS name that must be resolved before it is used; null for a literal address, or for a desk's network. */
export function nameToResolve(env: Env, address: string): string | null {
  const host = hostOf(new URL(address));
  return ipaddr.isValid(host) || isLan(env) ? null : host;
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$|\.+$/g, "");

function isOwn(env: Env, url: URL): boolean {
  const { names, origins } = settings(env).hosts;
  return isLan(env) ? origins.has(url.origin) : names.has(hostOf(url));
}

const isLocal = (host: string): boolean =>
  ipaddr.isValid(host) ? !isPublic(host) : LOCAL_NAMES.test(host) || !host.includes(".");

/** The deprecated form ::a.b.c.d (RFC 4291, 2.5.5.1), which stands for an IPv4 address. */
const IPV4_COMPATIBLE = /^::[\da-f:]+$/;

/** IPv4 in IPv6 counts as IPv4. Ranges that are not globally reachable, and those that tunnel, are refused. */
const isPublic = (address: string): boolean =>
  ipaddr.isValid(address) &&
  ipaddr.process(address).range() === "unicast" &&
  !IPV4_COMPATIBLE.test(ipaddr.process(address).toString());

/** Null when a push subscription may have this endpoint; otherwise a sentence with the reason. */
export function pushEndpointProblem(env: Env, endpoint: string): string | null {
  const hosts = listed(env.PUSH_HOSTS || PUSH_HOSTS);
  const url = URL.canParse(endpoint) ? new URL(endpoint) : null;
  const isSecure = url?.protocol === "https:" || (url?.protocol === "http:" && isLan(env));
  const isKnown =
    url !== null &&
    hosts.some((host) => (host.startsWith(".") ? url.host.endsWith(host) : url.host === host));
  return isSecure && isKnown && !url.username && !url.password
    ? null
    : "This push service is not known here (PUSH_HOSTS).";
}
