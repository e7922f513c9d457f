/** `wrangler dev` behind the reverse proxy: for `npm run dev`, and for options that only wrangler has. */

import { type ChildProcess, execFileSync } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { mailKeyOf } from "./configuration.ts";
import { waitUntilHealthy } from "./health.ts";
import { runJobsRegularly } from "./jobs.ts";
import { addressFor, hostsToServe, LOOPBACK, takeOption } from "./port.ts";
import type { Product, ProductOptions } from "./product-options.ts";
import { QUIET_JOBS, requestLine } from "./request-line.ts";
import { startReverseProxy } from "./reverse-proxy.ts";
import { UserError } from "./user-error.ts";
import { quietEnvironment, spawnWrangler } from "./wrangler.ts";

// Filters wrangler's output.

const NOISE = [
  /Scheduled Workers are not automatically triggered/,
  /Reloading local server|Local server updated|Starting local server|Shutting down local server/,
  /^\[wrangler:\w+\] Ready on /,
  /Ready on https?:/,
  // The table of bindings and variables, printed at every reload.
  /^(\[wrangler:\w+\] )?✨ Parsed|^Your Worker has access|^Binding +Resource|^env\.\w+ |^Using secrets defined/,
  // The Worker's JSON line about a request repeats wrangler's.
  /^\{.*"event":"request"/,
  QUIET_JOBS,
];

const REQUEST = /^\[wrangler:\w+\] ([A-Z]+) (\S+) (\d{3}) .*\((\d+)ms\)$/;
const HEADLINE = /^[▲✘] \[(WARNING|ERROR)\]/;

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
  return requestLine({ method, path, status: Number(status), ms: Number(took) });
}

export function errorsIn(lines: string[]): string {
  const at = lines.findIndex((line) => stripVTControlCharacters(line).includes("[ERROR]"));
  const errors = (at < 0 ? lines.slice(-5) : lines.slice(at)).map((line) =>
    stripVTControlCharacters(line).replace(/^.*\[ERROR\]\s*/, ""),
  );
  return errors.join("\n").trim();
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

const READY = /Ready on (https?:\/\/\S+)/;
const READY_WITHIN_MS = 120_000;

/** The path by which the local runtime runs a cron. `development.ts` checks the key. */
const JOBS = "/cdn-cgi/local/scheduled";

/** Resolves when the health check passes. */
export async function startDevelopmentServer(options: ProductOptions): Promise<Product> {
  const child = spawnDevelopment(options);
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
    const upstream = await waitForUpstream(child, exited, options.print);
    await waitUntilHealthy(upstream, exited);
    const jobs = new URL(`${JOBS}?cron=${encodeURIComponent(mailKeyOf(options.args))}`, upstream);
    runJobsRegularly(() => jobs, options.stop);
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

function spawnDevelopment({ stateDirectory, args }: ProductOptions): ChildProcess {
  // wrangler prints each request itself.
  const log = ["--var", "LOG_REQUESTS:failures"];
  const { values: configs, rest } = takeOption("--config", takeOption("--ip", args).rest);
  const where = ["--port", "0", "--ip", LOOPBACK, ...rest];
  const own = ["dev", "--show-interactive-dev-session=false", "--inspector-port", "0"];
  // two configurations would be two Workers: the user's stands for ours
  const config = ["--config", configs.at(-1) ?? ""];
  const all = [...own, "--persist-to", stateDirectory, ...config, ...log, ...where];
  return spawnWrangler(all, quietEnvironment(stateDirectory));
}

function waitForUpstream(
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
        const [, url] = READY.exec(line) ?? [];
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
