/** What the command line says. */

export interface Address {
  /** Undefined for every address of the machine. */
  host: string | undefined;
  /** 0 for one that the system chooses. */
  port: number;
}

export interface BridgeOptions {
  to: URL;
  plain: Address | null;
  tls: { address: Address; certificate: string; key: string } | null;
}

/** A mistake on the command line: told without a stack. */
export class UsageError extends Error {
  override readonly name = "Problem";
}

const USAGE =
  "npm run bridge -- --to wss://host/mqtt [--listen [host:]1883 or off] [--tls certificate.pem key.pem] [--tls-listen [host:]8883]";

/** How many values follow each option. */
const ARITY: Record<string, number> = { "--to": 1, "--listen": 1, "--tls": 2, "--tls-listen": 1 };

export function readOptions(args: readonly string[]): BridgeOptions {
  const given = collect(args);
  const [to] = given.get("--to") ?? [];
  const [certificate, key] = given.get("--tls") ?? [];
  if (to === undefined) throw new UsageError(`Say where the broker is: ${USAGE}`);
  if (given.has("--tls-listen") && certificate === undefined) {
    throw new UsageError("--tls-listen needs --tls with a certificate and its key.");
  }
  const listen = given.get("--listen")?.[0] ?? "1883";
  const plain = listen === "off" ? null : readAddress("--listen", listen);
  const tls = readAddress("--tls-listen", given.get("--tls-listen")?.[0] ?? "8883");
  return {
    to: readTarget(to),
    plain,
    tls: certificate === undefined || key === undefined ? null : { address: tls, certificate, key },
  };
}

function collect(args: readonly string[]): Map<string, string[]> {
  const given = new Map<string, string[]>();
  for (let at = 0; at < args.length; ) {
    const option = args[at] as string;
    const arity = ARITY[option];
    if (arity === undefined) throw new UsageError(`There is no option ${option}. ${USAGE}`);
    const values = args.slice(at + 1, at + 1 + arity);
    if (values.length < arity) throw new UsageError(`${option} is not complete. ${USAGE}`);
    given.set(option, values);
    at += 1 + arity;
  }
  return given;
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
