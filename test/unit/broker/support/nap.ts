/** An object that sleeps, without the two seconds for which messages may wait in its memory. */

import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import type { Hub } from "../../../../broker/hub.ts";

/** After this time messages move from memory to storage: `broker/hub/after-turns.ts`. Milliseconds. */
const OVERFLOW_AFTER_MS = 2000;

const start = globalThis.setTimeout as (...given: unknown[]) => number;
let waiting: number[] = [];

/** Remembers the timers of messages that wait. Not a spy: that would keep each of a hundred thousand calls. */
globalThis.setTimeout = ((...given: unknown[]) => {
  const timer = start(...given);
  if (given[1] === OVERFLOW_AFTER_MS) waiting.push(timer);
  return timer;
}) as never;

type Home = { readonly stub: DurableObjectStub };
const withHub = <T>({ stub }: Home, work: (hub: Hub) => T) =>
  runInDurableObject(stub as never, (object: unknown) => work((object as { hub: Hub }).hub));

/** Messages that wait in memory move to storage, as they do by themselves two seconds later; the timer is over with that. */
export const spillToStorage = (home: Home) =>
  withHub(home, ({ modules: { queues, turns } }) => {
    if (queues.lines.bySession.size + queues.given.bySession.size > 0)
      turns.turn((plan) => queues.settleUp(plan, plan.now));
    for (const timer of waiting) clearTimeout(timer);
    waiting = [];
  });

/** The object sleeps: memory is gone, sockets and storage are there. It wakes for whatever comes next. */
export async function nap(home: Home): Promise<void> {
  // it must be awake to fall asleep, and would not with a timer running
  await withHub(home, async (hub) => {
    while (hub.busy) await new Promise((go) => start(go, 0));
    hub.modules.egress.leave();
  });
  await spillToStorage(home);
  await evictDurableObject(home.stub);
}
