import { type ChildProcess, execFileSync } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { withoutSecrets } from "../contract/redact.ts";
import { mailKeyOf } from "./configuration.ts";
import { addressFor, hostsToServe, LOOPBACK, takeOption } from "./port.ts";
import { startReverseProxy, type Upstream } from "./reverse-proxy.ts";
import { serverOptions } from "./server-options.ts";
import { UserError } from "./user-error.ts";
import { quietEnvironment, spawnServer, spawnWrangler } from "./wrangler.ts";

// Filters wrangler's output for `npm start`.

const NOISE = [
  /Scheduled Workers are not automatically triggered/,
  /Reloading local server|Local server updated|Starting local server|Shutting down local server/,
  /^\[wrangler:\w+\] Ready on /,
  /Ready on https?:/,
  // The table of bindings and variables, printed at every reload.
  /^(\[wrangler:\w+\] )?✨ Parsed|^Your Worker has access|^Binding +Resource|^env\.\w+ |^Using secrets defined/,
  // The Worker's JSON line about a request repeats wrangler's.
  /^\{.*"event":"request"/,
  // Runs of the jobs without a failure.
  /^\{.*"event":"jobs".*"failed":\[\]\}$/,
];

const REQUEST = /^\[wrangler:\w+\] ([A-Z]+) (\S+) (\d{3}) .*\((\d+)ms\)$/;
const HEADLINE = /^[▲✘] \[(WARNING|ERROR)\]/;

/** Prints API, broker and development requests, and all failures. */
const isWorthPrinting = (path: string, status: number): boolean =>
  status >= 400 || (/^\/(v0|mqtt|dev)(\/|\?|$)/.test(path) && path !== "/v0/health/");

/** Takes a line of one stream and returns the line to print, or null. Indented lines belong to the message above. */
export function logFilter(isReady: () => boolean): (line: string) => string | null {
  let message: "none" | "printed" | "hidden" = "none";
  return (raw) => {
    const line = stripVTControlCharacters(raw).trimEnd();
    const isNoise = NOISE.some((pattern) => pattern.test(line));
    if (HEADLINE.test(line)) message = isNoise ? "hidden" : "printed";
    else if (line !== "" && !line.startsWith(" ")) message = "none";
    if (line === "" || message === "hidden") return null;
    if (message === "printed") return line;
    return isNoise || !isReady() ? null : formatLine(line);
  };
}

function formatLine(line: string): string | null {
  const request = REQUEST.exec(line);
  if (request === null) return line.replace(/^\[wrangler:\w+\] /, "");
  const [, method = "", path = "", status = "", took = ""] = request;
  return isWorthPrinting(path, Number(status))
    ? `${method} ${withoutSecrets(path)} ${status} ${took} ms`
    : null;
}

export function errorsIn(lines: string[]): string {
  const at = lines.findIndex((line) => stripVTControlCharacters(line).includes("[ERROR]"));
  const errors = (at < 0 ? lines.slice(-5) : lines.slice(at)).map((line) =>
    stripVTControlCharacters(line).replace(/^.*\[ERROR\]\s*/, ""),
  );
  return errors.join("\n").trim();
}

// Runs the scheduled jobs of the local product. `wrangler dev` does not run crons by itself.

/** The path by which the local runtime runs a cron. `development.ts` checks the key. */
const scheduled = (key: string) => `/cdn-cgi/local/scheduled?cron=${encodeURIComponent(key)}`;
const EVERY_MS = 5 * 60_000;

/** Runs the jobs now and at intervals until `stop`. The Worker logs their failures. */
export function runJobsRegularly(url: string, key: string, stop: AbortSignal, everyMs = EVERY_MS): void {
  let running = false;
  const run = async () => {
    if (running) return;
    running = true;
    await fetch(new URL(scheduled(key), url), { signal: stop }).catch(() => {});
    running = false;
  };
  const timer = setInterval(run, everyMs);
  timer.unref();
  stop.addEventListener("abort", () => clearInterval(timer));
  void run();
}

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

/** The line of wrangler, and that of our server, which names its runtime, too. */
const READY = /Ready on (https?:\/\/\S+)/;
const OWN_READY = /^Ready on (https?:\/\/\S+), with its runtime on (https?:\/\/\S+)/;
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

interface StartedServer {
  child: ChildProcess;
  ready: RegExp;
}

/** Starts our server, or wrangler if an option needs it. */
function startServer({ stateDirectory, args, watch }: ProductOptions): StartedServer {
  // wrangler prints each request itself. The Worker's own line would cost a quarter of the API's speed.
  const log = ["--var", "LOG_REQUESTS:failures"];
  const where = ["--port", "0", "--ip", LOOPBACK, ...takeOption("--ip", args).rest];
  const all = ["--persist-to", stateDirectory, ...log, ...where];
  const environment = quietEnvironment(stateDirectory);
  if (!watch && serverOptions(all) !== null) {
    return { child: spawnServer(all, environment), ready: OWN_READY };
  }
  const own = ["dev", "--show-interactive-dev-session=false", "--inspector-port", "0"];
  return { child: spawnWrangler([...own, ...all], environment), ready: READY };
}

/** Resolves when the health check passes. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const server = startServer(options);
  const { child } = server;
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
    const upstream = await waitForUpstream(server, exited, options.print);
    await waitUntilHealthy(upstream.url);
    runJobsRegularly(upstream.url, mailKeyOf(options.args), options.stop);
    const { args, port } = options;
    const proxy = await startReverseProxy(hostsToServe(args), port, upstream);
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

function waitForUpstream(
  { child, ready }: StartedServer,
  exited: Promise<number>,
  print: (line: string) => void,
): Promise<Upstream> {
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
        const [, url, runtime = url] = ready.exec(line) ?? [];
        if (url !== undefined && runtime !== undefined && !isReady) {
          isReady = true;
          settle();
          resolve({ url, runtime });
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
