/** Runs the scheduled jobs of the local product. `wrangler dev` does not run crons by itself. */

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
