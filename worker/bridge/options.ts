import { BlockList, isIP } from "node:net";
import { parseArgs } from "node:util";
import type { CertificateFiles } from "./certificates.ts";

export interface Address {
  /** Undefined for all addresses of the machine. */
  host: string | undefined;
  /** 0 if the system chooses it. */
  port: number;
}

export interface BridgeOptions {
  to: URL;
  plain: Address | null;
  tls: { address: Address; files: CertificateFiles[] } | null;
  /** Load balancers, whose PROXY header is read; null without any. */
  balancers: AddressMatcher | null;
  health: Address | null;
  /** Simultaneous connections: of one address, and in total. */
  perAddress: number;
  connections: number;
  /** Seconds. */
  drain: number;
}

/** A mistake on the command line: printed without a stack. */
export class UsageError extends Error {
  override readonly name = "UserError";
}

export const HELP = `npm run bridge -- --to wss://host/mqtt [options]

Carries MQTT over TCP and TLS to a broker behind a WebSocket.

  --to URL            the broker: wss://host/mqtt
  --listen PORT       TCP: port, host:port or off (1883)
  --cert FILE         certificate for TLS (PEM); repeated for a second kind of key: RSA and ECDSA
  --key FILE          key of the certificate (PEM), in the same order
  --tls-listen PORT   TLS: port or host:port (8883)
  --proxy-protocol    connections from --trust begin with a PROXY header
  --trust ADDRESSES   addresses and networks of load balancers, separated by commas or repeated
  --health PORT       port or host:port of /health and /metrics
  --per-address N     simultaneous connections of one address (200)
  --connections N     simultaneous connections in total (10000)
  --drain SECONDS     time over which clients are disconnected at the end (30)

The variable BRIDGE_KEYS holds the key that signs client addresses.`;

const [text, texts, flag] = [
  { type: "string" },
  { type: "string", multiple: true },
  { type: "boolean" },
] as const;
const OPTIONS = {
  to: text,
  listen: text,
  cert: texts,
  key: texts,
  "tls-listen": text,
  health: text,
  "proxy-protocol": flag,
  trust: texts,
  "per-address": text,
  connections: text,
  drain: text,
} as const;

type Values = ReturnType<typeof parse>;

export function readOptions(args: readonly string[]): BridgeOptions {
  const values = parse(args);
  const { to, listen = "1883", health } = values;
  if (to === undefined) throw usageError("--to is missing: the address of the broker");
  return {
    to: readTarget(to),
    plain: listen === "off" ? null : readAddress("--listen", listen),
    tls: readTls(values),
    balancers: readBalancers(values),
    health: health === undefined ? null : readAddress("--health", health),
    perAddress: readNumber(values, "per-address", 200, 1),
    connections: readNumber(values, "connections", 10_000, 1),
    drain: readNumber(values, "drain", 30, 0),
  };
}

const usageError = (problem: string) =>
  new UsageError(`${problem}. npm run bridge -- --help lists the options.`);

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS }).values;
  } catch (error) {
    throw usageError((error as Error).message.split(".")[0] ?? "");
  }
}

function readTls(values: Values): BridgeOptions["tls"] {
  const { cert: certificates = [], key: keys = [], "tls-listen": listen } = values;
  if (certificates.length > 0 && certificates.length === keys.length) {
    const files = certificates.map((certificate, index) => ({ certificate, key: keys[index] ?? "" }));
    return { address: readAddress("--tls-listen", listen ?? "8883"), files };
  }
  const alone = (["cert", "key", "tls-listen"] as const).find((option) => values[option] !== undefined);
  if (alone === undefined) return null;
  if (certificates.length > 0 && keys.length > 0) {
    throw new UsageError(
      `Each --cert needs its own --key, in the same order; there are ${certificates.length} and ${keys.length}.`,
    );
  }
  throw new UsageError(`--${alone} needs a certificate and its key: --cert certificate.pem --key key.pem`);
}

function readBalancers({ trust = [], "proxy-protocol": hasHeaders = false }: Values): AddressMatcher | null {
  const trusted = trust.flatMap((names) => names.split(","));
  if (hasHeaders !== trusted.length > 0) {
    throw new UsageError("--proxy-protocol and --trust need each other: --trust names the load balancers.");
  }
  if (trusted.length === 0) return null;
  const matcher = addressMatcher(trusted);
  if (matcher !== null) return matcher;
  throw new UsageError(`--trust must name addresses or networks such as 10.0.0.0/8, not "${trusted}".`);
}

function readTarget(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol === "wss:" || url?.protocol === "ws:") return url;
  throw new UsageError(`--to must be a ws:// or wss:// address such as wss://host/mqtt, not "${text}".`);
}

/** Reads `1883`, `127.0.0.1:1883` or `[::1]:1883`; `any` instead of a port lets the system choose it. */
function readAddress(option: string, text: string): Address {
  const [, host, word] = /^(?:(.+):)?(\d{1,5}|any)$/.exec(text) ?? [];
  const port = word === "any" ? 0 : Number(word);
  if (word === undefined || port > 65_535) {
    throw new UsageError(`${option} must be a port, or host:port, not "${text}".`);
  }
  return { host: host?.replace(/^\[(.*)\]$/, "$1"), port };
}

function readNumber(
  values: Values,
  option: "per-address" | "connections" | "drain",
  defaultValue: number,
  min: number,
): number {
  const text = values[option];
  if (text === undefined) return defaultValue;
  if (/^\d{1,7}$/.test(text) && Number(text) >= min) return Number(text);
  throw new UsageError(`--${option} must be a whole number of at least ${min}, not "${text}".`);
}

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
