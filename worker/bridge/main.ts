/** `npm run bridge`: carries MQTT over TCP to a broker behind a WebSocket, until a signal stops it. */

import { parseKeys, SecretsUnavailable } from "../keys/keys.ts";
import { type Bridge, startBridge } from "./bridge.ts";
import { type BridgeOptions, readOptions, UsageError } from "./options.ts";

export { HELP } from "./options.ts";

const print = (line: string) => process.stdout.write(`${line}\n`);

export async function main(args: string[]): Promise<number> {
  const options = readOptions(args);
  // SIGHUP stops the bridge in a terminal, which was closed, and reloads the certificates in a service.
  const isInTerminal = process.stdin.isTTY;
  const now = new AbortController();
  const stopSignals = ["SIGINT", "SIGTERM", ...(isInTerminal ? ["SIGHUP"] : [])];
  const stopped = new Promise<void>((resolve) => {
    let isStopping = false;
    for (const signal of stopSignals) {
      process.on(signal, () => {
        if (isStopping) now.abort();
        isStopping = true;
        resolve();
      });
    }
  });
  if (options.plain === null && options.tls === null)
    throw new UsageError("The bridge has no listener: give --listen, or --cert and --key.");
  const bridge = await start(options);
  print(`MQTT on ${bridge.listening.join(" and ")} goes to ${options.to.href}`);
  if (bridge.health !== null) print(`/health and /metrics on ${bridge.health}`);
  if (!isInTerminal) process.on("SIGHUP", bridge.reloadCertificates);
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
