/** How clients leave a bridge that goes: one after the other, so that they do not reach the next one all at once. */

import { within } from "../patience.ts";
import type { Client } from "./client.ts";

type Leaving = Pick<Client, "gone" | "handOver" | "destroy">;

/** Longer than a client that was told to go may linger. */
const LAST_MS = 3000;

/** Answers when all are gone: evenly over so many seconds, whoever is here longest first, or at once when told `now`. */
export async function drain(clients: ReadonlySet<Leaving>, seconds: number, now: AbortSignal): Promise<void> {
  const end = performance.now() + seconds * 1000;
  const stopped = new Promise<void>((resolve) => now.addEventListener("abort", () => resolve()));
  const waiting = new Set(clients);
  for (const client of waiting) void client.gone.then(() => waiting.delete(client));
  const all = Promise.all([...clients].map(({ gone }) => gone));
  while (!now.aborted) {
    const [next] = waiting;
    if (next === undefined) break;
    waiting.delete(next);
    next.handOver();
    const left = Math.max(0, end - performance.now());
    if (waiting.size > 0 && left > 0) await within(left / waiting.size, Promise.race([stopped, all]));
  }
  if (!now.aborted) await within(LAST_MS, Promise.race([stopped, all]));
  for (const client of clients) client.destroy();
  await all;
}
