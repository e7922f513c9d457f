import { canListen, ipIn, LOOPBACK, wantedPort } from "./port.ts";

export interface TcpListener {
  port: number;
  /** The address that it listens on. */
  address: string;
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
  const port = wantedPort("MQTT_TCP_PORT", environment);
  if (port === 0) return null;
  // TCP listens where the person asked HTTP to listen.
  const ip = ipIn(args);
  const address = ip === undefined || ip === "localhost" ? LOOPBACK : ip;
  if (await canListen(port, address)) return { port, address };
  print(
    `Port ${port} is in use, so there is no MQTT over TCP this time: stop what listens there, or choose another with MQTT_TCP_PORT=${port + 1} npm start. Everything else works.`,
  );
  return null;
}
