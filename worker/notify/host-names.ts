/** PURE. Host names and IP addresses: which are public, and which are local. */

import ipaddr from "ipaddr.js";

/** Names that resolvers of local networks answer. */
const LOCAL_NAMES = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|arpa|onion)$/;
/** Names that no public resolver answers (RFC 2606, RFC 9476). */
const RESERVED_NAMES = /\.(alt|example|invalid|test)$/;

/** Loopback, and the unspecified address, which connects to this machine. */
export const isThisMachine = (host: string): boolean =>
  ipaddr.isValid(host) && ["loopback", "unspecified"].includes(ipaddr.process(host).range());

/** Whether everybody's resolver could answer this name. */
export const isPublicName = (host: string): boolean =>
  !isLocal(host) && !ipaddr.isValid(host) && isHostName(host) && !RESERVED_NAMES.test(host);

/** RFC 1123, 2.1, without a trailing dot: no label is empty. */
export const isHostName = (host: string): boolean =>
  host.split(".").every((label) => /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/i.test(label));

export const isLocal = (host: string): boolean =>
  ipaddr.isValid(host) ? !isPublic(host) : LOCAL_NAMES.test(host) || !host.includes(".");

/** The deprecated form ::a.b.c.d (RFC 4291, 2.5.5.1), which stands for an IPv4 address. */
const IPV4_COMPATIBLE = /^::[\da-f:]+$/;

/** IPv4 in IPv6 counts as IPv4. Ranges that are not globally reachable, and those that tunnel, are refused. */
export const isPublic = (address: string): boolean =>
  ipaddr.isValid(address) &&
  ipaddr.process(address).range() === "unicast" &&
  !IPV4_COMPATIBLE.test(ipaddr.process(address).toString());
