/** The product of `npm start`, `npm run dev` and the ephemeral broker. */

import { configurationFile, mailKeyOf } from "./configuration.ts";
import { waitUntilHealthy } from "./health.ts";
import { runJobsRegularly } from "./jobs.ts";
import { hasSources } from "./paths.ts";
import { ALL_ADDRESSES, addressFor, LOOPBACK } from "./port.ts";
import type { Product, ProductOptions } from "./product-options.ts";
import { printedLine } from "./runtime/log-lines.ts";
import { startSupervisor } from "./runtime/supervisor.ts";
import { type ServerOptions, serverOptions } from "./server-options.ts";
import { UserError } from "./user-error.ts";

/** Starts the built Worker, or `wrangler dev` if an option needs it. Resolves when the health check passes. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const { port, stateDirectory, args, watch } = options;
  const own = ["--port", String(port), "--persist-to", stateDirectory, ...args];
  const server = watch ? null : serverOptions(own);
  // a configuration of the user's may name another entry than the built one
  const isBuilt = server?.config === configurationFile(stateDirectory);
  if (isBuilt) return startBuilt(server, options);
  if (!hasSources()) {
    throw new UserError(
      "An image knows --host, --ip, --lan and --var. For other options of wrangler dev, run npm start in a clone.",
    );
  }
  // loaded only where it runs
  const { startDevelopmentServer } = await import("./development-server.ts");
  return startDevelopmentServer(options);
}

async function startBuilt(server: ServerOptions, options: ProductOptions): Promise<Product> {
  const { args, port, print, stop } = options;
  const onLine = (line: string) => {
    const text = printedLine(line);
    if (text !== null) print(text);
  };
  const running = await startSupervisor({ server, print, onLine, stop });
  try {
    await waitUntilHealthy(urlOnThisMachine(server.ip, port), running.ended);
  } catch (error) {
    await running.stop();
    if (stop.aborted) throw new UserError("It was stopped.");
    throw error;
  }
  const key = mailKeyOf(args);
  runJobsRegularly(() => running.jobsUrl(key), stop);
  return { url: addressFor(args, port), ended: running.ended };
}

function urlOnThisMachine(ip: string | undefined, port: number): string {
  const host = ip === undefined || ip === "localhost" || ALL_ADDRESSES.includes(ip) ? LOOPBACK : ip;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
