/** The cron of `wrangler.toml` rings at the edge only. At a desk this asks for the same jobs, at the same pace. */

/** Where the local runtime takes the event of a cron, with the key that `development.ts` asks for. */
const scheduled = (key: string) => `/cdn-cgi/local/scheduled?cron=${encodeURIComponent(key)}`;
const EVERY_MS = 5 * 60_000;

/**
 * Once now, for what became due while nothing ran, and then regularly until `stop`. A run that fails says so in the
 * Worker's own log; one that cannot even be asked for is due again the next time.
 */
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
