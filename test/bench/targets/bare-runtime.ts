/**
 * A built Worker on the bare runtime: miniflare's own API, without wrangler's proxy and tracing.
 * Run as a process of its own: `bare-runtime.ts <wrangler.toml> <folder of .sql files> <variables as JSON>`,
 * with `BENCH_ENTRY` another entry than the configuration names, with `BENCH_INSPECT=1` also its inspector, with
 * `BENCH_MODULES=1` notes of the modules that run, with `BENCH_DIRECT=1` also a port with nothing at all before the Worker,
 * with `BENCH_EVICT_MS` evictions of all accounts' objects at this interval, each fifth of them as a deployment does it.
 */
import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import type * as MiniflareModule from "miniflare";
import { unstable_getMiniflareWorkerOptions as workerOptionsOf } from "wrangler";
import { instrumented } from "../instrumented.ts";

// The runtime that wrangler itself would start, whatever else is installed beside it.
const fromWrangler = createRequire(import.meta.resolve("wrangler"));
const { Miniflare, convertV4MiniflareOptions } = fromWrangler("miniflare") as typeof MiniflareModule;

const [config = "", statements = "", variables = "{}"] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "bench-bare-"));

process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

// The page has no part in what is measured, and need not be built.
const page = join(folder, "page");
mkdirSync(page);

function build(): string {
  const entry = process.env.BENCH_ENTRY ?? workerOptionsOf(config).main ?? "index.ts";
  const wrangler = join(dirname(fromWrangler.resolve("wrangler/package.json")), "bin/wrangler.js");
  const args = [
    wrangler,
    "deploy",
    entry,
    "--dry-run",
    "--outdir",
    join(folder, "built"),
    "--config",
    config,
  ];
  if (assets !== undefined) args.push("--assets", page);
  execFileSync(process.execPath, args, {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, WRANGLER_SEND_METRICS: "false", CI: "true" },
  });
  return join(folder, "built", `${basename(entry, ".ts")}.js`);
}

const { workerOptions } = workerOptionsOf(config);
// At the edge the router of the page's files is the platform's and stands before the Worker, as nothing does before mini:
// here it would be a Worker of its own, which made every opening socket half as dear again and weighed 60 KiB each.
const { modulesRules: _, rootPath: __, assets, ...rest } = workerOptions;
const script = build();
const built = readFileSync(script, "utf8");
const contents = process.env.BENCH_MODULES === undefined ? built : instrumented(built);
const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    ...rest,
    name: "bench",
    host: "127.0.0.1",
    port: 0,
    cf: false,
    ...(process.env.BENCH_INSPECT === undefined ? {} : { inspectorPort: 0 }),
    ...(process.env.BENCH_DIRECT === undefined
      ? {}
      : { unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }] }),
    ...(process.env.BENCH_TCP_PORT !== undefined && {
      connectHandlers: [{ protocol: "tcp", port: Number(process.env.BENCH_TCP_PORT), address: "127.0.0.1" }],
    }),
    modulesRoot: dirname(script),
    modules: [{ type: "ESModule", path: script, contents }],
    bindings: Object.assign({}, rest.bindings, JSON.parse(variables)),
    resourcePersistencePath: join(folder, "state"),
  }),
);

process.on("SIGTERM", () => void miniflare.dispose().finally(() => process.exit(0)));

const url = await miniflare.ready;
const database = await miniflare.getD1Database("DB");
for (const file of readdirSync(statements)
  .filter((name) => name.endsWith(".sql"))
  .sort()) {
  const sql = readFileSync(join(statements, file), "utf8").split("--> statement-breakpoint");
  await database.batch(sql.filter((one) => one.trim() !== "").map((one) => database.prepare(one)));
}
const inspector = process.env.BENCH_INSPECT === undefined ? null : await miniflare.getInspectorURL();
const direct =
  process.env.BENCH_DIRECT === undefined ? null : (await miniflare.unsafeGetDirectURL("bench")).port;
/** A deployment closes the sockets of an object; an eviction alone keeps them. */
const DEPLOYED_EVERY = 5;
const evictions = join(folder, "evictions");

/** Evicts every account's object. Writes a line of how many were evicted, and how. */
async function evictAll(webSockets: "close" | "hibernate"): Promise<void> {
  const ids = await miniflare.listDurableObjectIds("Broker", "bench");
  // no account has an object yet
  if (ids.length === 0) return;
  const done = await Promise.allSettled(
    ids.map((id) => miniflare.unsafeEvictDurableObject("bench", "Broker", { id, webSockets })),
  );
  const count = done.filter(({ status }) => status === "fulfilled").length;
  const reasons = done.flatMap((each) => (each.status === "rejected" ? [String(each.reason)] : []));
  appendFileSync(evictions, `${webSockets} ${count} ${reasons.join(" ")}\n`);
}

if (process.env.BENCH_EVICT_MS !== undefined) {
  let times = 0;
  const evict = () => evictAll(++times % DEPLOYED_EVERY === 0 ? "close" : "hibernate");
  setInterval(() => void evict(), Number(process.env.BENCH_EVICT_MS)).unref();
}

console.log(
  JSON.stringify({
    evictions,
    port: Number(url.port),
    direct: Number(direct),
    inspector,
    state: join(folder, "state"),
  }),
);
