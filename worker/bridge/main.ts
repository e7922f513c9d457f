/** `npm run bridge`: carries MQTT over TCP to a broker behind a WebSocket, until it is told to stop. */

import { parseKeys, SecretsUnavailable } from "../keys/keys.ts";
import { type Bridge, startBridge } from "./bridge.ts";
import { type BridgeOptions, readOptions, USAGE, UsageError } from "./options.ts";

const print = (line: string) => process.stdout.write(`${line}\n`);

export async function main(args: string[]): Promise<number> {
  if (args.includes("--help")) {
    print(USAGE);
    return 0;
  }
  const options = readOptions(args);
  // There it means that nobody is there any more; of a service, that something was renewed.
  const isInTerminal = process.stdin.isTTY;
  const now = new AbortController();
  const ends = ["SIGINT", "SIGTERM", ...(isInTerminal ? ["SIGHUP"] : [])];
  const stopped = new Promise<void>((resolve) => {
    let isTold = false;
    for (const signal of ends) {
      process.on(signal, () => {
        if (isTold) now.abort();
        isTold = true;
        resolve();
      });
    }
  });
  if (options.plain === null && options.tls === null) throw new UsageError("The bridge listens nowhere.");
  const bridge = await start(options);
  print(`MQTT on ${bridge.listening.join(" and ")} goes to ${options.to.href}`);
  if (bridge.health !== null) print(`/health and /metrics on ${bridge.health}`);
  if (!isInTerminal) process.on("SIGHUP", bridge.readCertificate);
  await stopped;
  await bridge.close(options.drain, now.signal);
  return 0;
}

async function start(options: BridgeOptions): Promise<Bridge> {
  const log = (line: string) => print(`${new Date().toISOString()} ${line}`);
  try {
    const keys = parseKeys("BRIDGE_KEYS", process.env.BRIDGE_KEYS).map(({ bytes }) => bytes);
    return await startBridge({ ...options, keys, log });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined && !(error instanceof SecretsUnavailable)) throw error;
    throw new UsageError(`The bridge cannot start: ${message.replace(/\.$/, "")}.`);
  }
}
