/** Disconnects the clients of a bridge that shuts down one after the other, so that the next bridge is not flooded. */

import { within } from "../patience.ts";
import type { BridgeClient } from "./client.ts";

type DrainedClient = Pick<BridgeClient, "closed" | "endGracefully" | "destroy">;

/** Longer than the linger of a relay. */
const LAST_MS = 3000;

/** Ends the clients evenly over `seconds`, oldest first, or all at once on `now`. Resolves when all are closed. */
export async function drain(
  clients: ReadonlySet<DrainedClient>,
  seconds: number,
  now: AbortSignal,
): Promise<void> {
  const end = performance.now() + seconds * 1000;
  const stopped = new Promise<void>((resolve) => now.addEventListener("abort", () => resolve()));
  const connected = new Set(clients);
  for (const client of connected) void client.closed.then(() => connected.delete(client));
  const all = Promise.all([...clients].map(({ closed }) => closed));
  while (!now.aborted) {
    const [next] = connected;
    if (next === undefined) break;
    connected.delete(next);
    next.endGracefully();
    const leftMs = Math.max(0, end - performance.now());
    if (connected.size > 0 && leftMs > 0) {
      await within(leftMs / connected.size, Promise.race([stopped, all]));
    }
  }
  if (!now.aborted) await within(LAST_MS, Promise.race([stopped, all]));
  for (const client of clients) client.destroy();
  await all;
}
