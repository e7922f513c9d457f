import { type ChildProcess, execFileSync } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { mailKeyOf } from "./configuration.ts";
import { runJobsRegularly } from "./jobs-timer.ts";
import { errorsIn, logFilter } from "./log-filter.ts";
import { addressFor, hostsToServe, LOOPBACK, takeOption } from "./port.ts";
import { startReverseProxy } from "./reverse-proxy.ts";
import { serverOptions } from "./server-options.ts";
import { UserError } from "./user-error.ts";
import { quietEnvironment, spawnServer, spawnWrangler } from "./wrangler.ts";

const KILL_AFTER_MS = 5000;

/** Returns all descendants of a process. */
function descendants(of: number): number[] {
  const table = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  const pairs = table.split("\n").map((line) => line.trim().split(/\s+/).map(Number));
  const pids = [of];
  for (const parent of pids) {
    for (const [pid, ppid] of pairs) if (ppid === parent && pid !== undefined) pids.push(pid);
  }
  return pids.slice(1);
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The process has ended.
  }
}

/** Stops a child by SIGINT, or by SIGKILL after a time, and kills its descendants. */
async function stopProcessTree(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  // Read before, because the descendants of a dead process cannot be found.
  const children = descendants(child.pid);
  child.kill("SIGINT");
  const timer = setTimeout(() => child.kill("SIGKILL"), KILL_AFTER_MS);
  await ended;
  clearTimeout(timer);
  for (const pid of children) kill(pid);
}

const READY = /Ready on (https?:\/\/\S+)/;
const READY_WITHIN_MS = 120_000;
const HEALTHY_WITHIN_MS = 60_000;
/** The first request compiles the Worker, which takes long on a busy machine. */
const RESPONSE_WITHIN_MS = 20_000;

export interface Product {
  url: string;
  /** Resolves with the exit code when all its processes have ended. */
  ended: Promise<number>;
}

export interface ProductOptions {
  port: number;
  stateDirectory: string;
  args: string[];
  /** Reloads after edits of the source. */
  watch: boolean;
  print(line: string): void;
  /** Stops the product, also while it starts. */
  stop: AbortSignal;
}

/** Starts our server, or wrangler if an option needs it. */
function startServer({ stateDirectory, args, watch }: ProductOptions): ChildProcess {
  // wrangler prints each request itself. The Worker's own line would cost a quarter of the API's speed.
  const log = ["--var", "LOG_REQUESTS:failures"];
  const where = ["--port", "0", "--ip", LOOPBACK, ...takeOption("--ip", args).rest];
  const all = ["--persist-to", stateDirectory, ...log, ...where];
  const environment = quietEnvironment(stateDirectory);
  if (!watch && serverOptions(all) !== null) return spawnServer(all, environment);
  const own = ["dev", "--show-interactive-dev-session=false", "--inspector-port", "0"];
  return spawnWrangler([...own, ...all], environment);
}

/** Resolves when the health check passes. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const child = startServer(options);
  const exited = new Promise<number>((resolve) => {
    child.once("error", () => resolve(1));
    child.once("exit", (code) => resolve(code ?? 1));
  });
  let stopping: Promise<void> | null = null;
  const stop = () => {
    stopping ??= stopProcessTree(child, exited);
    return stopping;
  };
  options.stop.addEventListener("abort", () => void stop());
  try {
    const url = await waitForUrl(child, exited, options.print);
    await waitUntilHealthy(url);
    runJobsRegularly(url, mailKeyOf(options.args), options.stop);
    const { args, port } = options;
    const proxy = await startReverseProxy(hostsToServe(args), port, url);
    void exited.then(() => proxy.close());
    return {
      url: addressFor(args, port),
      ended: exited.then(async (code) => stopping?.then(() => 0) ?? code),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function waitForUrl(
  child: ChildProcess,
  exited: Promise<number>,
  print: (line: string) => void,
): Promise<string> {
  return new Promise((resolve, reject) => {
    let isReady = false;
    const output: string[] = [];
    const fail = (reason: string) =>
      reject(new UserError(`The Worker did not start: ${reason}\n${errorsIn(output)}`.trim()));
    const timer = setTimeout(() => fail("it was not ready within two minutes."), READY_WITHIN_MS);
    const settle = () => clearTimeout(timer);
    const watch = (stream: Readable | null) => {
      if (stream === null) return;
      const filter = logFilter(() => isReady);
      createInterface({ input: stream }).on("line", (line) => {
        const url = READY.exec(line)?.[1];
        if (url !== undefined && !isReady) {
          isReady = true;
          settle();
          resolve(url);
        }
        if (!isReady) output.push(line);
        if (!isReady && line.includes("Build failed")) setTimeout(() => fail("it does not build."), 500);
        const text = filter(line);
        if (text !== null && (isReady || text.includes("[WARNING]"))) print(text);
      });
    };
    watch(child.stdout);
    watch(child.stderr);
    void exited.then((code) => {
      settle();
      fail(`wrangler ended with code ${code}.`);
    });
  });
}

async function waitUntilHealthy(url: string): Promise<void> {
  const until = Date.now() + HEALTHY_WITHIN_MS;
  let last = "";
  while (Date.now() < until) {
    try {
      const response = await fetch(new URL("/v0/health/", url), {
        signal: AbortSignal.timeout(RESPONSE_WITHIN_MS),
      });
      if (response.status === 200) return;
      last = `${response.status} ${await response.text()}`;
    } catch (error) {
      last = String(error);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new UserError(`The Worker runs, but its health check does not pass: ${last.slice(0, 300)}`);
}
