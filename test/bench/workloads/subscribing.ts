/** Subscribing: as all clients do after an outage, one filter at a time or many at once. */
import { closeAll, type Effort, openClients, type Workload } from "./workload.ts";

const CLIENTS = 20;
/** Filters of a session: fewer than the maximum, and more than its attachment holds. */
const FILTERS = 100;

const filterOf = (prefix: string, client: number, filter: number): string =>
  `${prefix}subscribing/${client}/${filter}/+`;

/** Subscriptions a second of parallel clients, with this many filters in a packet. */
const subscribing = (name: string, title: string, inAPacket: number): Workload => ({
  name,
  title,
  metrics: [{ key: "rate", label: "subscriptions/s", better: "higher", digits: 0 }],
  suits: () => true,
  run: async (running, effort: Effort) => {
    const rates: number[] = [];
    const until = performance.now() + effort.measureMs;
    do {
      const clients = await openClients(running, CLIENTS);
      const began = performance.now();
      await Promise.all(
        clients.map(async (client, at) => {
          const filters = Array.from({ length: FILTERS }, (_, n) => filterOf(running.prefix, at, n));
          for (let from = 0; from < FILTERS; from += inAPacket) {
            await client.subscribe(filters.slice(from, from + inAPacket));
          }
        }),
      );
      rates.push((CLIENTS * FILTERS * 1000) / (performance.now() - began));
      closeAll(clients);
    } while (performance.now() < until);
    rates.sort((a, b) => a - b);
    return { rate: rates[Math.floor(rates.length / 2)] ?? 0 };
  },
});

export const subscribings: readonly Workload[] = [
  subscribing("subscribe", "subscribing, a filter a packet", 1),
  subscribing("subscribe-many", "subscribing, 25 filters a packet", 25),
];
