import { createServer } from "node:net";
import { Problem } from "./problem.ts";

const PORTS = {
  PORT: { usual: 8787, least: 1 },
  /** 0 for none. */
  MQTT_TCP_PORT: { usual: 1883, least: 0 },
} as const;

/** The port that the environment asks for. */
export function wantedPort(name: keyof typeof PORTS, environment: NodeJS.ProcessEnv): number {
  const { usual, least } = PORTS[name];
  const port = Number(environment[name] || usual);
  if (Number.isInteger(port) && port >= least && port < 65_536) return port;
  throw new Problem(`${name} must be a number from ${least} to 65535, not "${environment[name]}".`);
}

/** The values of an option, as often as it is given, and the arguments without it. */
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

/** wrangler would have to serve clients itself, and its proxy believes the address that a client states. */
export function refuseTls(args: readonly string[]): void {
  if (!takeOption("--local-protocol", args).values.includes("https")) return;
  throw new Problem(
    "--local-protocol https is not served here: put a proxy with your certificate before it, and name its host with --host.",
  );
}

/** The address that `--ip` asks to listen on. */
export const ipIn = (args: readonly string[]): string | undefined => takeOption("--ip", args).values[0];

export const EVERYWHERE = ["0.0.0.0", "::", "*"];
export const LOOPBACK = "127.0.0.1";

/** The addresses to listen on. */
export function hostsToServe(args: readonly string[]): string[] {
  const ip = ipIn(args) ?? "localhost";
  if (ip === "localhost") return [LOOPBACK, "::1"];
  return [ip === "*" ? "::" : ip];
}

/** Where a person at this machine opens the product: what `npm start` prints, and what letters begin with. */
export function addressFor(args: readonly string[], port: number): string {
  const ip = ipIn(args);
  const host = ip === undefined || EVERYWHERE.includes(ip) ? "localhost" : ip;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

export function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    // A machine without IPv6 has no such address; that is no reason to refuse the port.
    server.once("error", (error: NodeJS.ErrnoException) =>
      resolve(error.code !== "EADDRINUSE" && error.code !== "EACCES"),
    );
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

export async function requireFreePort(port: number): Promise<void> {
  for (const host of ["127.0.0.1", "::1"]) {
    if (await canListen(port, host)) continue;
    throw new Problem(
      `Port ${port} is in use: stop what listens there, or choose another with PORT=${port + 1} npm start.`,
    );
  }
}
