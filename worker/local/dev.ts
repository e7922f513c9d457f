import { mkdirSync } from "node:fs";
import { createServer } from "vite";
import { localOptions, mailKeyOf } from "./configuration.ts";
import { ensureLocalSecrets } from "./local-secrets.ts";
import { migrate } from "./migrate.ts";
import { inRoot, stateDir } from "./paths.ts";
import { refuseTls, requireFreePort, takeOption, wantedPort } from "./port.ts";
import { startProduct } from "./product.ts";
import { checkState } from "./state-check.ts";
import { lockState } from "./state-lock.ts";
import { stopSignal } from "./stop-signal.ts";

const print = (line: string) => process.stdout.write(`${line}\n`);

/** `npm run dev`: Vite with hot reload in front of the same Worker and the same data as `npm start`. */
export async function main(args: string[]): Promise<number> {
  refuseTls(args);
  const stateDirectory = stateDir(process.env);
  const port = wantedPort("PORT", process.env);
  await requireFreePort(port);
  const stop = stopSignal();
  const unlock = lockState(stateDirectory);
  try {
    checkState(stateDirectory, process.env);
    ensureLocalSecrets(inRoot(".dev.vars"));
    // wrangler wants the folder of the built page to exist; Vite serves the page itself.
    mkdirSync(inRoot("web/dist"), { recursive: true });
    await migrate(stateDirectory);
    process.env.API_PORT = String(port);
    // First, because letters begin with the address that it gets.
    const vite = await createServer({ configFile: inRoot("web/vite.config.ts"), clearScreen: false });
    try {
      await vite.listen();
      const url = vite.resolvedUrls?.local[0] ?? "http://localhost:5173/";
      const { values: hosts, rest } = takeOption("--host", args);
      const mailKey = mailKeyOf(rest);
      const local = localOptions({ stateDirectory, tcp: null, url, lan: null, mailKey, hosts });
      const options = [...local, ...rest];
      const product = await startProduct({ port, stateDirectory, args: options, watch: true, print, stop });
      print(`Open ${url} (the Worker behind it: ${product.url}). Ctrl+C stops both.`);
      print(`Mail ${product.url}/dev/mail?key=${mailKey}`);
      const code = await product.ended;
      return stop.aborted || code === 0 ? 0 : 1;
    } finally {
      await vite.close();
    }
  } catch (error) {
    if (stop.aborted) return 0;
    throw error;
  } finally {
    unlock();
  }
}
