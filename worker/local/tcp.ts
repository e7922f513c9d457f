import { canListen, ipIn, LOOPBACK } from "./port.ts";
import { Problem } from "./problem.ts";

/** The port that MQTT over TCP has everywhere. */
const DEFAULT_TCP_PORT = 1883;

export interface TcpListener {
  port: number;
  /** The address that it listens on. */
  address: string;
}

/** The port that the environment asks for; 0 for none. */
export function wantedTcpPort(environment: NodeJS.ProcessEnv): number {
  const text = environment.MQTT_TCP_PORT || String(DEFAULT_TCP_PORT);
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port;
  throw new Problem(`MQTT_TCP_PORT must be a number from 0 to 65535, not "${text}".`);
}

/**
 * Where TCP will be served, or null. A port that somebody else has (often a Mosquitto of the system) is no reason to
 * start nothing: `print` says so, and everything else works.
 */
export async function tcpListener(
  environment: NodeJS.ProcessEnv,
  args: readonly string[],
  print: (line: string) => void,
): Promise<TcpListener | null> {
  const port = wantedTcpPort(environment);
  if (port === 0) return null;
  const address = addressIn(args);
  if (await canListen(port, address)) return { port, address };
  print(
    `Port ${port} is in use, so there is no MQTT over TCP this time: stop what listens there, or choose another with MQTT_TCP_PORT=${port + 1} npm start. Everything else works.`,
  );
  return null;
}

/** TCP listens where the person asked HTTP to listen. */
function addressIn(args: readonly string[]): string {
  const ip = ipIn(args);
  return ip === undefined || ip === "localhost" ? LOOPBACK : ip;
}
