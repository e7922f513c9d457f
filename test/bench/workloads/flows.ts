/** Throughput: closed loops of different shapes. */
import type { Client } from "../generator/client.ts";
import { runFlow } from "../generator/flow.ts";
import type { Running } from "../targets/target.ts";
import { closeAll, type Effort, isProduct, type Measures, openClients, type Workload } from "./workload.ts";

interface Shape {
  name: string;
  title: string;
  publishers: number;
  subscribers: number;
  filtersOf: (subscriber: number) => string[];
  topicsOf: (publisher: number) => string[];
  copies: number;
  window: number;
  qos: 0 | 1;
  unit: string;
  root?: true;
}

const padded = (index: number): string => String(index).padStart(5, "0");
const indexes = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

const WILDCARDS = { sessions: 100, filters: 100, topics: 1000 };

/** One publisher, one subscriber and one topic at QoS 0. */
const shape = (name: string, title: string, topic: string, more: Partial<Shape>): Shape => ({
  name,
  title,
  publishers: 1,
  subscribers: 1,
  copies: 1,
  window: 512,
  qos: 0,
  unit: "messages/s",
  filtersOf: () => [topic],
  topicsOf: () => [topic],
  ...more,
});

const SHAPES: Shape[] = [
  shape("one-to-one", "1 → 1, QoS 0", "one/a", {}),
  shape("ten-to-ten", "10 → 10 distinct topics, QoS 0", "", {
    publishers: 10,
    subscribers: 10,
    window: 128,
    filtersOf: (subscriber) => [`ten/${padded(subscriber)}`],
    topicsOf: (publisher) => [`ten/${padded(publisher)}`],
  }),
  shape("fan-out", "fan-out 1 → 500, QoS 0", "out/a", {
    subscribers: 500,
    copies: 500,
    window: 32,
    unit: "deliveries/s",
  }),
  shape("fan-in", "fan-in 200 → 1 under a wildcard, QoS 0", "in/+", {
    publishers: 200,
    window: 16,
    topicsOf: (publisher) => [`in/${padded(publisher)}`],
  }),
  shape("qos1", "1 → 1, QoS 1, window 20", "ack/a", { window: 20, qos: 1, unit: "acknowledged/s" }),
  shape("qos1-ten", "10 → 10 distinct topics, QoS 1, window 20", "", {
    publishers: 10,
    subscribers: 10,
    window: 20,
    qos: 1,
    unit: "acknowledged/s",
    filtersOf: (subscriber) => [`ack/${padded(subscriber)}`],
    topicsOf: (publisher) => [`ack/${padded(publisher)}`],
  }),
  shape("wildcards", "10,000 wildcard subscriptions, 1,000 topics, QoS 0", "", {
    subscribers: WILDCARDS.sessions,
    filtersOf: (subscriber) =>
      indexes(WILDCARDS.filters).map((filter) => `wild/+/${padded(subscriber * WILDCARDS.filters + filter)}`),
    topicsOf: () => {
      const stride = (WILDCARDS.sessions * WILDCARDS.filters) / WILDCARDS.topics;
      return indexes(WILDCARDS.topics).map((topic) => `wild/x/${padded(topic * stride)}`);
    },
  }),
];

/** The same for clients without the account's prefix. */
const IN_ROOT_VIEW = ["one-to-one", "fan-out", "fan-in"];
const ROOT_SHAPES: Shape[] = SHAPES.filter(({ name }) => IN_ROOT_VIEW.includes(name)).map((each) => ({
  ...each,
  name: `${each.name}-root`,
  title: `${each.title}, root view`,
  root: true,
}));

/** How clients of the shape log in, and what their topics start with. */
function viewOf({ root }: Shape, running: Running): Pick<Running, "address" | "login" | "prefix"> {
  const { rootLogin: login } = running;
  return root && login !== undefined ? { address: running.address, login, prefix: "" } : running;
}

async function run(shape: Shape, started: Running, effort: Effort): Promise<Measures> {
  const running = viewOf(shape, started);
  const opened: Client[] = [];
  const open = async (count: number) => {
    const clients = await openClients(running, count);
    opened.push(...clients);
    return clients;
  };
  const under = (topics: readonly string[]) => topics.map((topic) => running.prefix + topic);
  try {
    const subscribers = await open(shape.subscribers);
    for (const [index, client] of subscribers.entries()) {
      await client.subscribe(under(shape.filtersOf(index)), shape.qos);
    }
    const publishers = await open(shape.publishers);
    const { rate, cost, lost } = await runFlow({
      ...shape,
      ...effort,
      processor: started.processor ?? (() => Number.NaN),
      publishers,
      subscribers,
      topicsOf: (publisher) => under(shape.topicsOf(publisher)),
    });
    const closed = opened.filter((client) => client.closed).length;
    if (closed > 0) throw new Error(`${closed} connections were closed by the broker`);
    return { rate, cost, lost };
  } finally {
    closeAll(opened);
  }
}

export const flows: Workload[] = [...SHAPES, ...ROOT_SHAPES].map((shape) => ({
  name: shape.name,
  title: shape.title,
  metrics: [
    { key: "rate", label: shape.unit, better: "higher", digits: 0 },
    { key: "cost", label: "processor µs for each", better: "lower", digits: 1 },
    { key: "lost", label: "lost", better: "lower", digits: 0 },
  ],
  suits: (target) => shape.root !== true || isProduct(target),
  run: (running, effort) => run(shape, running, effort),
}));
