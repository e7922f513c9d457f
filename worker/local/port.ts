import { createServer } from "node:net";
import { UserError } from "./user-error.ts";

export interface TcpListener {
  port: number;
  address: string;
}

/** Returns null if TCP is off or the port is in use, often by Mosquitto. */
export async function tcpListener(
  environment: NodeJS.ProcessEnv,
  args: readonly string[],
  print: (line: string) => void,
): Promise<TcpListener | null> {
  const port = wantedPort("MQTT_TCP_PORT", environment);
  if (port === 0) return null;
  // The same address as for HTTP.
  const ip = ipOption(args);
  const address = ip === undefined || ip === "localhost" ? LOOPBACK : ip;
  if (await canListen(port, address)) return { port, address };
  print(
    `Port ${port} is in use, so there is no MQTT over TCP this time: stop what listens there, or choose another with MQTT_TCP_PORT=${port + 1} npm start. Everything else works.`,
  );
  return null;
}

const PORTS = {
  PORT: { defaultPort: 8787, min: 1 },
  /** 0 turns TCP off. */
  MQTT_TCP_PORT: { defaultPort: 1883, min: 0 },
} as const;

export function wantedPort(name: keyof typeof PORTS, environment: NodeJS.ProcessEnv): number {
  const { defaultPort, min } = PORTS[name];
  const port = Number(environment[name] || defaultPort);
  if (Number.isInteger(port) && port >= min && port < 65_536) return port;
  throw new UserError(`${name} must be a number from ${min} to 65535, not "${environment[name]}".`);
}

export function takeOption(name: string, args: readonly string[]): { values: string[]; rest: string[] } {
  const values: string[] = [];
  const rest: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const [option = "", value] = (args[at] ?? "").split("=", 2);
    if (option !== name) rest.push(args[at] ?? "");
    else values.push(value ?? args[++at] ?? "");
  }
  return { values, rest };
}

/** With TLS, wrangler would serve clients itself, and its proxy trusts the address that a client states. */
export function rejectTls(args: readonly string[]): void {
  if (!takeOption("--local-protocol", args).values.includes("https")) return;
  throw new UserError(
    "--local-protocol https is not supported: use a TLS proxy in front, and give its host by --host.",
  );
}

export const ipOption = (args: readonly string[]): string | undefined => takeOption("--ip", args).values[0];

export const ALL_ADDRESSES = ["0.0.0.0", "::", "*"];
export const LOOPBACK = "127.0.0.1";

export function hostsToServe(args: readonly string[]): string[] {
  const ip = ipOption(args) ?? "localhost";
  if (ip === "localhost") return [LOOPBACK, "::1"];
  return [ip === "*" ? "::" : ip];
}

/** `npm start` prints it, and links in e-mails use it. */
export function addressFor(args: readonly string[], port: number): string {
  const ip = ipOption(args);
  const host = ip === undefined || ALL_ADDRESSES.includes(ip) ? "localhost" : ip;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

export function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    // Without IPv6 the address does not exist; the port is still free.
    server.once("error", (error: NodeJS.ErrnoException) =>
      resolve(error.code !== "EADDRINUSE" && error.code !== "EACCES"),
    );
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** Systems give outgoing connections ports from 32,768 on (Linux) or 49,152 (RFC 6335): these stay free. */
const FREE_PORTS = { from: 10_240, count: 22_528 };
/** Processes that start together have close ids, and so choose different ports. */
const STEP = 1021;
let choice = process.pid;

/** A port to listen on later. Nothing holds it meanwhile. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < FREE_PORTS.count; tries++) {
    choice += STEP;
    const port = FREE_PORTS.from + (choice % FREE_PORTS.count);
    if ((await canListen(port, LOOPBACK)) && (await canListen(port, "::1"))) return port;
  }
  throw new UserError(`Every port from ${FREE_PORTS.from} on is in use: stop a program that listens.`);
}

export async function requireFreePort(port: number): Promise<void> {
  for (const host of ["127.0.0.1", "::1"]) {
    if (await canListen(port, host)) continue;
    throw new UserError(
      `Port ${port} is in use: stop what listens there, or choose another with PORT=${port + 1} npm start.`,
    );
  }
}
