import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { mailKeyOf } from "./configuration.ts";
import { startFront } from "./front.ts";
import { runJobsRegularly } from "./jobs-timer.ts";
import { errorsIn, logReader } from "./log-lines.ts";
import { addressFor, hostsToServe, LOOPBACK, takeOption } from "./port.ts";
import { Problem } from "./problem.ts";
import { stopTree } from "./process-tree.ts";
import { serverOptions } from "./server-options.ts";
import { quietEnvironment, server, wrangler } from "./wrangler.ts";

const READY = /Ready on (https?:\/\/\S+)/;
const READY_WITHIN_MS = 60_000;
const HEALTHY_WITHIN_MS = 15_000;

export interface Product {
  /** Where it answers. */
  url: string;
  /** Its exit code, once it and all that it started have ended. */
  ended: Promise<number>;
}

export interface ProductOptions {
  port: number;
  stateDirectory: string;
  /** What the person adds for `wrangler dev`. */
  args: string[];
  /** Whether it follows edits of the source. */
  watch: boolean;
  print(line: string): void;
  /** Aborted to stop it, also while it is still starting. */
  stop: AbortSignal;
}

/** The product's own server, or wrangler's where somebody asks for what only that can do. */
function serve({ stateDirectory, args, watch }: ProductOptions): ChildProcess {
  // wrangler says every request itself; the Worker's line about it would cost a quarter of the API's speed here.
  const log = ["--var", "LOG_REQUESTS:failures"];
  const where = ["--port", "0", "--ip", LOOPBACK, ...takeOption("--ip", args).rest];
  const all = ["--persist-to", stateDirectory, ...log, ...where];
  const environment = quietEnvironment(stateDirectory);
  if (!watch && serverOptions(all) !== null) return server(all, environment);
  const own = ["dev", "--show-interactive-dev-session=false", "--inspector-port", "0"];
  return wrangler([...own, ...all], environment);
}

/** Starts the Worker with its database and its objects, and answers once it really serves. */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const child = serve(options);
  const exited = new Promise<number>((resolve) => {
    child.once("error", () => resolve(1));
    child.once("exit", (code) => resolve(code ?? 1));
  });
  let stopping: Promise<void> | null = null;
  const stop = () => {
    stopping ??= stopTree(child, exited);
    return stopping;
  };
  options.stop.addEventListener("abort", () => void stop());
  try {
    const url = await readyUrl(child, exited, options.print);
    await healthy(url);
    runJobsRegularly(url, mailKeyOf(options.args), options.stop);
    const { args, port } = options;
    const front = await startFront(hostsToServe(args), port, url);
    void exited.then(() => front.close());
    return {
      url: addressFor(args, port),
      ended: exited.then(async (code) => stopping?.then(() => 0) ?? code),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function readyUrl(
  child: ChildProcess,
  exited: Promise<number>,
  print: (line: string) => void,
): Promise<string> {
  return new Promise((resolve, reject) => {
    let isReady = false;
    const said: string[] = [];
    const fail = (why: string) =>
      reject(new Problem(`The Worker did not start: ${why}\n${errorsIn(said)}`.trim()));
    const timer = setTimeout(() => fail("it was not ready within a minute."), READY_WITHIN_MS);
    const settle = () => clearTimeout(timer);
    const watch = (stream: Readable | null) => {
      if (stream === null) return;
      const read = logReader(() => isReady);
      createInterface({ input: stream }).on("line", (line) => {
        const url = READY.exec(line)?.[1];
        if (url !== undefined && !isReady) {
          isReady = true;
          settle();
          resolve(url);
        }
        if (!isReady) said.push(line);
        // wrangler would wait for an edit that mends the source; here nobody edits.
        if (!isReady && line.includes("Build failed")) setTimeout(() => fail("it does not build."), 500);
        const told = read(line);
        if (told !== null && (isReady || told.includes("[WARNING]"))) print(told);
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

/** The database answers too: only then is it the product that is ready, not just a port. */
async function healthy(url: string): Promise<void> {
  const until = Date.now() + HEALTHY_WITHIN_MS;
  let last = "";
  while (Date.now() < until) {
    try {
      const response = await fetch(new URL("/v0/health/", url), { signal: AbortSignal.timeout(5000) });
      if (response.status === 200) return;
      last = `${response.status} ${await response.text()}`;
    } catch (error) {
      last = String(error);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Problem(`The Worker runs, but its health check does not pass: ${last.slice(0, 300)}`);
}
