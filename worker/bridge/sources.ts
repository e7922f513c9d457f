/** Where connections come from: addresses as people write them, and networks that hold them. */

import { BlockList, isIP } from "node:net";

/** Whether an address is one of those that were named. */
export type Sources = (address: string) => boolean;

const family = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");

/** Of `10.0.0.1`, `10.0.0.0/8`, `2001:db8::/32`; null where one of them is none. */
export function sourcesOf(names: readonly string[]): Sources | null {
  const list = new BlockList();
  for (const name of names) {
    const [, address = "", bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(name.trim()) ?? [];
    const most = isIP(address) === 6 ? 128 : 32;
    if (isIP(address) === 0 || Number(bits ?? 0) > most) return null;
    list.addSubnet(address, Number(bits ?? most), family(address));
  }
  return (address) => isIP(address) !== 0 && list.check(address, family(address));
}

/** Without the zone that only this machine knows; an IPv4 address in the dress of IPv6 without it. */
export function plainAddress(address: string): string {
  const bare = address.replace(/%.*$/, "");
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1] ?? bare;
}

/** What is counted as one: an IPv4 address, or the /64 of an IPv6 one, which one customer holds whole. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  // URL spells an address in one way only.
  const [head = "", tail = ""] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const [before, after] = [head, tail].map((part) => part.split(":").filter((group) => group !== ""));
  const missing = Array<string>(8 - (before?.length ?? 0) - (after?.length ?? 0)).fill("0");
  return `${[...(before ?? []), ...missing, ...(after ?? [])].slice(0, 4).join(":")}::/64`;
}
