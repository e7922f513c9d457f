/** Runs the scheduled jobs of the local product. A local runtime does not run crons by itself. */

import { httpGet } from "./http-get.ts";

const EVERY_MS = 5 * 60_000;

/** Calls the address now and at intervals until `stop`. The Worker logs failures of its jobs. */
export function runJobsRegularly(address: () => URL, stop: AbortSignal, everyMs = EVERY_MS): void {
  let running = false;
  const run = async () => {
    if (running || stop.aborted) return;
    running = true;
    await httpGet(address(), EVERY_MS).catch(() => {});
    running = false;
  };
  const timer = setInterval(run, everyMs);
  timer.unref();
  stop.addEventListener("abort", () => clearInterval(timer));
  void run();
}
