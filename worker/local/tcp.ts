import { canListen, ipOption, LOOPBACK, wantedPort } from "./port.ts";

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
