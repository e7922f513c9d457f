/** Like `wrangler dev`, without the inspector, which makes a message three to five times as expensive. */
import { createRequire } from "node:module";
import { outbound } from "./outbound.ts";
import { inRoot } from "./paths.ts";
import { serverOptions } from "./server-options.ts";

/** The parts of the local runtime (Miniflare) that naps need. */
interface NappingRuntime {
  listDurableObjectIds(className: string): Promise<string[]>;
  unsafeEvictDurableObject(
    script: string,
    className: string,
    options: { id: string; webSockets: "hibernate" },
  ): Promise<void>;
}

const SCRIPT = "switchyard";
const CLASS = "Broker";

/**
 * Puts every account's object to sleep at intervals, as the runtime does after ten seconds without an event: its
 * memory is lost, sockets and storage stay, and the next event wakes it.
 */
function napRegularly(runtime: () => NappingRuntime | undefined, everyMs: number): void {
  const timer = setInterval(async () => {
    const count = await napAll(runtime()).catch(() => 0);
    if (count > 0) console.log(`Nap of ${count} account${count === 1 ? "" : "s"}`);
  }, everyMs);
  timer.unref();
}

async function napAll(runtime: NappingRuntime | undefined): Promise<number> {
  const ids = (await runtime?.listDurableObjectIds(CLASS)) ?? [];
  const naps = await Promise.allSettled(
    ids.map((id) => runtime?.unsafeEvictDurableObject(SCRIPT, CLASS, { id, webSockets: "hibernate" })),
  );
  return naps.filter(({ status }) => status === "fulfilled").length;
}

const options = serverOptions(process.argv.slice(2));
if (options === null) throw new Error("Unknown arguments: see server-options.ts.");
const { port, ip, persistTo, config = inRoot("wrangler.toml"), envFiles, variables, napMs } = options;

// An import would read its 15 MB twice more, to guess their format and their exports.
const { unstable_DevEnv: DevEnv } = createRequire(import.meta.url)("wrangler") as typeof import("wrangler");
const environment = new DevEnv();
const loaded = new Promise<void>((resolve) => {
  environment.once("reloadComplete", () => resolve());
});
const worker = await environment.startWorker({
  config,
  ...(envFiles !== undefined && { envFiles }),
  bindings: Object.fromEntries(
    Object.entries({ ...variables, OUTBOUND: "checked" }).map(([name, value]) => [
      name,
      { type: "plain_text", value },
    ]),
  ),
  dev: {
    server: { port, ...(ip !== undefined && { hostname: ip }) },
    inspector: false,
    persist: persistTo,
    watch: false,
    liveReload: false,
    outboundService: (request: Request) => outbound(request),
  },
});

const runtime = environment.runtimes[0];
if (napMs !== undefined && runtime !== undefined) napRegularly(() => runtime.mf, napMs);

let isStopping = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    if (isStopping) return;
    isStopping = true;
    void worker.dispose().finally(() => process.exit(0));
  });
}

await worker.ready;
// `ready` does not wait for the Worker itself.
await loaded;
const url = await runtime?.mf?.ready;
if (url === undefined) throw new Error("wrangler has no local runtime.");
console.log(`Ready on ${(await worker.url).origin}, with its runtime on ${url.origin}`);
