import { mkdirSync } from "node:fs";
import { createServer } from "vite";
import { ensureLocalSecrets } from "./local-secrets.ts";
import { migrate } from "./migrate.ts";
import { inRoot, stateDir } from "./paths.ts";
import { requireFreePort, wantedPort } from "./port.ts";
import { startProduct } from "./product.ts";
import { lockState } from "./state-lock.ts";
import { stopSignal } from "./stop-signal.ts";

const print = (line: string) => process.stdout.write(`${line}\n`);

/** `npm run dev`: Vite with hot reload in front of the same Worker and the same data as `npm start`. */
export async function main(args: string[]): Promise<number> {
  const stateDirectory = stateDir(process.env);
  const port = wantedPort(process.env);
  await requireFreePort(port);
  const stop = stopSignal();
  const unlock = lockState(stateDirectory);
  try {
    ensureLocalSecrets(inRoot(".dev.vars"));
    // wrangler wants the folder of the built page to exist; Vite serves the page itself.
    mkdirSync(inRoot("web/dist"), { recursive: true });
    await migrate(stateDirectory);
    const product = await startProduct({ port, stateDirectory, args, watch: true, print, stop });
    process.env.API_PORT = String(port);
    const vite = await createServer({ configFile: inRoot("web/vite.config.ts"), clearScreen: false });
    stop.addEventListener("abort", () => void vite.close());
    await vite.listen();
    print(
      `Open ${vite.resolvedUrls?.local[0] ?? "the page"} (the Worker behind it: ${product.url}). Ctrl+C stops both.`,
    );
    const code = await product.ended;
    await vite.close();
    return stop.aborted || code === 0 ? 0 : 1;
  } catch (error) {
    if (stop.aborted) return 0;
    throw error;
  } finally {
    unlock();
  }
}
