import { setTimeout as pause } from "node:timers/promises";
import { httpGet } from "./http-get.ts";
import { UserError } from "./user-error.ts";

const HEALTHY_WITHIN_MS = 60_000;
/** The first request compiles the Worker, which takes long on a busy machine. */
const RESPONSE_WITHIN_MS = 20_000;
const PAUSE_MS = 100;

/** Resolves when the health check passes. Throws if it does not within a minute, or when `ended` resolves. */
export async function waitUntilHealthy(url: string, ended: Promise<unknown>): Promise<void> {
  const until = Date.now() + HEALTHY_WITHIN_MS;
  let last = "";
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  while (Date.now() < until && !hasEnded) {
    try {
      const { status, text } = await httpGet(new URL("/v0/health/", url), RESPONSE_WITHIN_MS);
      if (status === 200) return;
      last = `${status} ${text}`;
    } catch (error) {
      last = String(error);
    }
    await pause(PAUSE_MS);
  }
  throw new UserError(`The Worker runs, but its health check does not pass: ${last.slice(0, 300)}`);
}
