/** The caller's address. No other file reads it from a request. */

/** When no header reports an address. */
export const NO_ADDRESS = "unknown";

/** What the runtime adds to a request. */
type ReceivedRequest = Request & { cf?: { clientIp?: unknown } };

/**
 * A runtime that listens itself, as on a desk, reports the address of the connection. Elsewhere Cloudflare overwrites this
 * header; a caller can set every other one.
 */
export function clientAddress(request: Request): string {
  const clientIp = (request as ReceivedRequest).cf?.clientIp;
  if (typeof clientIp === "string") return hostOfPeer(clientIp);
  return request.headers.get("CF-Connecting-IP")?.trim() || NO_ADDRESS;
}

/** `192.0.2.1:80`, `[2001:db8::1]:80`, or `[::ffff:192.0.2.1]:80`, which is an IPv4 address. */
export const hostOfPeer = (peer: string): string =>
  peer
    .replace(/:\d+$/, "")
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/^::ffff:(?=\d+\.)/i, "");

/**
 * The key that throttles count: an IPv4 address, or the /64 (or /48) of an IPv6 address, which belongs to one customer.
 */
export function addressKey(address: string, bits: 48 | 64 = 64): string {
  if (!address.includes(":")) return address;
  const groups = expand(address);
  if (groups === null) return address;
  const [a, b, c, d, e, f, g, h] = groups;
  // ::ffff:a.b.c.d is an IPv4 address
  if (a === 0 && b === 0 && c === 0 && d === 0 && e === 0 && f === 0xffff) {
    return [g >> 8, g & 0xff, h >> 8, h & 0xff].join(".");
  }
  const network = groups.slice(0, bits / 16).map((group) => group.toString(16));
  return `${network.join(":")}::/${bits}`;
}

type Groups = [number, number, number, number, number, number, number, number];

function expand(address: string): Groups | null {
  const bare = withoutDottedQuad(address.split("%")[0] ?? "");
  const [head = "", tail, ...more] = bare.split("::");
  if (more.length > 0) return null;
  const before = parseGroups(head);
  const after = tail === undefined ? [] : parseGroups(tail);
  const missing = 8 - before.length - after.length;
  if (tail === undefined ? missing !== 0 : missing < 0) return null;
  const groups = [...before, ...Array<number>(missing).fill(0), ...after];
  return groups.every((group) => group >= 0 && group <= 0xffff) ? (groups as Groups) : null;
}

const parseGroups = (text: string) =>
  text === ""
    ? []
    : text.split(":").map((group) => (/^[0-9a-f]{1,4}$/i.test(group) ? Number.parseInt(group, 16) : -1));

/** `::ffff:192.0.2.1` */
function withoutDottedQuad(address: string): string {
  return address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) =>
    [(Number(a) << 8) | Number(b), (Number(c) << 8) | Number(d)].map((group) => group.toString(16)).join(":"),
  );
}
