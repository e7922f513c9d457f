import { BlockList, isIP } from "node:net";

export type AddressMatcher = (address: string) => boolean;

const family = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");

/** Returns the set of names such as `10.0.0.1`, `10.0.0.0/8`, `2001:db8::/32`; null if one is invalid. */
export function addressMatcher(names: readonly string[]): AddressMatcher | null {
  const list = new BlockList();
  for (const name of names) {
    const [, address = "", bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(name.trim()) ?? [];
    const maxBits = isIP(address) === 6 ? 128 : 32;
    if (isIP(address) === 0 || Number(bits ?? 0) > maxBits) return null;
    list.addSubnet(address, Number(bits ?? maxBits), family(address));
  }
  return (address) => isIP(address) !== 0 && list.check(address, family(address));
}

/** Returns the address without a zone (`%eth0`), and IPv4-mapped IPv6 as IPv4. */
export function plainAddress(address: string): string {
  const bare = address.replace(/%.*$/, "");
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1] ?? bare;
}
