/** The time and the processor time of a connect, and the memory of an idle connection. */
import { setTimeout as pause } from "node:timers/promises";
import { closeAll, openClients, type Workload } from "./workload.ts";

const CONNECTIONS = { thorough: 2000, quick: 500 };
const WARM_UP = 50;
/** Time for collectors to run before memory is read. */
const SETTLE_MS = 1000;

export const idle: Workload = {
  name: "connect",
  title: "connecting, and idle connections",
  metrics: [
    { key: "rate", label: "connects/s", better: "higher", digits: 0 },
    { key: "cost", label: "processor µs for each", better: "lower", digits: 0 },
    { key: "memory", label: "KiB per idle connection", better: "lower", digits: 1 },
  ],
  suits: (target) => target.quickToStart,
  fresh: true,
  run: async (running, effort) => {
    const count = effort.quick ? CONNECTIONS.quick : CONNECTIONS.thorough;
    closeAll(await openClients(running, WARM_UP));
    await pause(SETTLE_MS);
    const before = running.memory();
    const processor = running.processor ?? (() => Number.NaN);
    const [began, spent] = [performance.now(), processor()];
    const clients = await openClients(running, count);
    const rate = (count * 1000) / (performance.now() - began);
    const cost = ((processor() - spent) * 1e6) / count;
    await pause(SETTLE_MS);
    const memory = (running.memory() - before) / 1024 / count;
    closeAll(clients);
    return { rate, cost, memory };
  },
};
