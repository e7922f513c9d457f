/** `npm run bridge`: carries MQTT over TCP to a broker behind a WebSocket, until it is told to stop. */

import { readFileSync } from "node:fs";
import { startBridge } from "./bridge.ts";
import { type BridgeOptions, readOptions, UsageError } from "./options.ts";

const print = (line: string) => process.stdout.write(`${line}\n`);

export async function main(args: string[]): Promise<number> {
  const options = readOptions(args);
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => resolve());
  });
  if (options.plain === null && options.tls === null) throw new UsageError("The bridge listens nowhere.");
  const bridge = await start(options);
  print(`MQTT on ${bridge.listening.join(" and ")} goes to ${options.to.href}`);
  await stopped;
  await bridge.close();
  return 0;
}

async function start({ to, plain, tls }: BridgeOptions) {
  const log = (line: string) => print(`${new Date().toISOString()} ${line}`);
  try {
    return await startBridge({
      to,
      plain,
      tls: tls && {
        address: tls.address,
        certificate: readFileSync(tls.certificate),
        key: readFileSync(tls.key),
      },
      log,
    });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new UsageError(`The bridge cannot start: ${message}.`);
  }
}
