/** Puts an object to sleep without the two seconds for which messages may wait in memory. */

import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { isAhead } from "../../../../broker/hub/after-turns.ts";
import type { Hub } from "../../../../broker/hub.ts";

/** After this time messages move from memory to storage: `broker/hub/after-turns.ts`. Milliseconds. */
const OVERFLOW_AFTER_MS = 2000;

const start = globalThis.setTimeout as (...given: unknown[]) => number;
let waiting: number[] = [];

/** Remembers the timers of waiting messages. A spy would keep each of a hundred thousand calls. */
globalThis.setTimeout = ((...given: unknown[]) => {
  const timer = start(...given);
  if (given[1] === OVERFLOW_AFTER_MS) waiting.push(timer);
  return timer;
}) as never;

type Home = { readonly stub: DurableObjectStub };
export const withHub = <T>({ stub }: Home, work: (hub: Hub) => T) =>
  runInDurableObject(stub as never, (object: unknown) => work((object as { hub: Hub }).hub));

/** Moves messages from memory to storage, as the object does after two seconds, and clears the timer. */
export const spillToStorage = (home: Home) =>
  withHub(home, ({ modules: { queues, turns } }) => {
    if (isAhead(queues)) turns.turn((plan) => queues.settleUp(plan, plan.now));
    for (const timer of waiting) clearTimeout(timer);
    waiting = [];
  });

/** Puts the object to sleep: memory is lost, sockets and storage stay. The next event wakes it. */
export async function nap(home: Home): Promise<void> {
  // an evicted object must be awake and without a timer
  await withHub(home, async (hub) => {
    while (hub.busy) await new Promise((go) => start(go, 0));
    hub.modules.egress.leave();
  });
  await spillToStorage(home);
  await evictDurableObject(home.stub);
}
