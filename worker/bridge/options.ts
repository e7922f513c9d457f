import type { CertificateFiles } from "./certificate.ts";
import { type Sources, sourcesOf } from "./sources.ts";

export interface Address {
  /** Undefined for every address of the machine. */
  host: string | undefined;
  /** 0 for one that the system chooses. */
  port: number;
}

export interface BridgeOptions {
  to: URL;
  plain: Address | null;
  tls: { address: Address; files: CertificateFiles } | null;
  /** Whose PROXY header is believed; null without load balancers. */
  balancers: Sources | null;
  health: Address | null;
  /** Connections at once: of one address, and of all. */
  perAddress: number;
  connections: number;
  /** Seconds. */
  drain: number;
}

/** A mistake on the command line: told without a stack. */
export class UsageError extends Error {
  override readonly name = "Problem";
}

export const USAGE =
  "npm run bridge -- --to wss://host/mqtt [--listen [host:]1883 or off] [--cert certificate.pem --key key.pem] [--tls-listen [host:]8883] [--proxy-protocol --trust address or network] [--health [host:]port] [--per-address 200] [--connections 10000] [--drain 30]";

const ARITY: Record<string, number> = {
  ...{ "--to": 1, "--listen": 1, "--tls": 2, "--cert": 1, "--key": 1, "--tls-listen": 1 },
  ...{ "--proxy-protocol": 0, "--trust": 1, "--health": 1 },
  ...{ "--per-address": 1, "--connections": 1, "--drain": 1 },
};

type Given = ReadonlyMap<string, readonly string[]>;

export function readOptions(args: readonly string[]): BridgeOptions {
  const given = collect(args);
  const [to] = given.get("--to") ?? [];
  if (to === undefined) throw new UsageError(`Say where the broker is: ${USAGE}`);
  const listen = given.get("--listen")?.[0] ?? "1883";
  const health = given.get("--health")?.[0];
  return {
    to: readTarget(to),
    plain: listen === "off" ? null : readAddress("--listen", listen),
    tls: readTls(given),
    balancers: readBalancers(given),
    health: health === undefined ? null : readAddress("--health", health),
    perAddress: readNumber(given, "--per-address", 200, 1),
    connections: readNumber(given, "--connections", 10_000, 1),
    drain: readNumber(given, "--drain", 30, 0),
  };
}

function collect(args: readonly string[]): Given {
  const given = new Map<string, readonly string[]>();
  for (let at = 0; at < args.length; ) {
    const option = args[at] as string;
    const arity = ARITY[option];
    if (arity === undefined) throw new UsageError(`There is no option ${option}. ${USAGE}`);
    const values = args.slice(at + 1, at + 1 + arity);
    if (values.length < arity) throw new UsageError(`${option} is not complete. ${USAGE}`);
    // Only networks are named one after the other.
    given.set(option, option === "--trust" ? [...(given.get(option) ?? []), ...values] : values);
    at += 1 + arity;
  }
  return given;
}

function readTls(given: Given): BridgeOptions["tls"] {
  const [pairCertificate, pairKey] = given.get("--tls") ?? [];
  const certificate = given.get("--cert")?.[0] ?? pairCertificate;
  const key = given.get("--key")?.[0] ?? pairKey;
  if (certificate !== undefined && key !== undefined) {
    const address = readAddress("--tls-listen", given.get("--tls-listen")?.[0] ?? "8883");
    return { address, files: { certificate, key } };
  }
  const alone = ["--cert", "--key", "--tls-listen"].find((option) => given.has(option));
  if (alone === undefined) return null;
  throw new UsageError(`${alone} needs a certificate and its key: --cert certificate.pem --key key.pem`);
}

function readBalancers(given: Given): Sources | null {
  const trusted = given.get("--trust")?.flatMap((names) => names.split(",")) ?? [];
  if (given.has("--proxy-protocol") !== trusted.length > 0) {
    throw new UsageError("--proxy-protocol and --trust need each other: whose header is to be believed?");
  }
  if (trusted.length === 0) return null;
  const sources = sourcesOf(trusted);
  if (sources !== null) return sources;
  throw new UsageError(`--trust must name addresses or networks such as 10.0.0.0/8, not "${trusted}".`);
}

function readTarget(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol === "wss:" || url?.protocol === "ws:") return url;
  throw new UsageError(`--to must be a ws:// or wss:// address such as wss://host/mqtt, not "${text}".`);
}

/** `1883`, `127.0.0.1:1883` or `[::1]:1883`; `any` for a port is one that the system chooses. */
function readAddress(option: string, text: string): Address {
  const [, host, word] = /^(?:(.+):)?(\d{1,5}|any)$/.exec(text) ?? [];
  const port = word === "any" ? 0 : Number(word);
  if (word === undefined || port > 65_535) {
    throw new UsageError(`${option} must be a port, or host:port, not "${text}".`);
  }
  return { host: host?.replace(/^\[(.*)\]$/, "$1"), port };
}

function readNumber(given: Given, option: string, otherwise: number, least: number): number {
  const text = given.get(option)?.[0];
  if (text === undefined) return otherwise;
  if (/^\d{1,7}$/.test(text) && Number(text) >= least) return Number(text);
  throw new UsageError(`${option} must be a whole number of at least ${least}, not "${text}".`);
}
