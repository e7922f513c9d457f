/**
 * Serves the Worker as `wrangler dev` does, by wrangler's own API and in a process of its own. What it leaves out is the
 * inspector, which cannot be left out there and makes every message three to five times as dear, and the reload after
 * an edit. Takes the arguments of `server-options.ts`.
 */
import { unstable_startWorker as startWorker } from "wrangler";
import { inRoot } from "./paths.ts";
import { serverOptions } from "./server-options.ts";

const options = serverOptions(process.argv.slice(2));
if (options === null) throw new Error("These are not arguments of the product's own server.");
const { port, ip, persistTo, config = inRoot("wrangler.toml"), envFiles, variables } = options;

const worker = await startWorker({
  config,
  ...(envFiles !== undefined && { envFiles }),
  bindings: Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, { type: "plain_text", value }]),
  ),
  dev: {
    server: { port, ...(ip !== undefined && { hostname: ip }) },
    inspector: false,
    persist: persistTo,
    watch: false,
    liveReload: false,
  },
});

let isStopping = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    if (isStopping) return;
    isStopping = true;
    void worker.dispose().finally(() => process.exit(0));
  });
}

await worker.ready;
console.log(`Ready on ${(await worker.url).origin}`);
