/** Subscribing: as all clients do after an outage, one filter at a time or many at once. */
import { publish } from "../../support/packet-bytes.ts";
import { encodeFrame } from "../generator/websocket.ts";
import type { Running } from "../targets/target.ts";
import { closeAll, type Effort, isProduct, openClients, type Workload } from "./workload.ts";

const CLIENTS = 20;
/** Filters of a session: fewer than the maximum, and more than its attachment holds. */
const FILTERS = 100;

const filterOf = (prefix: string, client: number, filter: number): string =>
  `${prefix}subscribing/${client}/${filter}/+`;

/** Like the states of a thousand devices: no filter matches them. */
const RETAINED = 1000;
/** Fewer than a broker's window. */
const AT_ONCE = 20;

async function retain(running: Running): Promise<void> {
  const [writer] = await openClients(running, 1);
  if (writer === undefined) return;
  for (let n = 0; n < RETAINED; n += AT_ONCE) {
    await new Promise<void>((resolve) => {
      let left = AT_ONCE;
      writer.onPuback = () => --left === 0 && resolve();
      for (let at = n; at < n + AT_ONCE; at++) {
        const topic = `${running.prefix}retained/${at}/status`;
        const packet = publish(4, { topic, payload: "x", retain: true, qos: 1, packetId: at + 1 });
        writer.socket.write(encodeFrame(Buffer.from(packet)));
      }
    });
  }
  closeAll([writer]);
}

interface Subscribing {
  inAPacket: number;
  /** In an account with retained messages. */
  isBesideRetained?: true;
}

/** Subscriptions a second of parallel clients. */
const subscribing = (
  name: string,
  title: string,
  { inAPacket, isBesideRetained }: Subscribing,
): Workload => ({
  name,
  title,
  metrics: [
    { key: "rate", label: "subscriptions/s", better: "higher", digits: 0 },
    ...(isBesideRetained
      ? [{ key: "cost", label: "processor µs for each", better: "lower", digits: 1 } as const]
      : []),
  ],
  suits: (target) => !isBesideRetained || isProduct(target),
  run: async (running, effort: Effort) => {
    if (isBesideRetained) await retain(running);
    const processor = running.processor ?? (() => Number.NaN);
    const rates: number[] = [];
    let spent = 0;
    const until = performance.now() + effort.measureMs;
    do {
      const clients = await openClients(running, CLIENTS);
      const [began, before] = [performance.now(), processor()];
      await Promise.all(
        clients.map(async (client, at) => {
          const filters = Array.from({ length: FILTERS }, (_, n) => filterOf(running.prefix, at, n));
          for (let from = 0; from < FILTERS; from += inAPacket) {
            await client.subscribe(filters.slice(from, from + inAPacket));
          }
        }),
      );
      rates.push((CLIENTS * FILTERS * 1000) / (performance.now() - began));
      spent += processor() - before;
      closeAll(clients);
    } while (performance.now() < until);
    rates.sort((a, b) => a - b);
    const rate = rates[Math.floor(rates.length / 2)] ?? 0;
    return isBesideRetained ? { rate, cost: (spent * 1e6) / (rates.length * CLIENTS * FILTERS) } : { rate };
  },
});

export const subscribings: readonly Workload[] = [
  subscribing("subscribe", "subscribing, a filter a packet", { inAPacket: 1 }),
  subscribing("subscribe-many", "subscribing, 25 filters a packet", { inAPacket: 25 }),
  subscribing("subscribe-retained", "subscribing, 25 filters a packet, 1,000 retained messages", {
    inAPacket: 25,
    isBesideRetained: true,
  }),
];
