/** The latency of the first message to a hibernated object with many sockets. */
import { setTimeout as pause } from "node:timers/promises";
import { Client, connectAll } from "../generator/client.ts";
import { PAYLOAD_BYTES, publishPacket } from "../generator/mqtt.ts";
import { encodeFrame } from "../generator/websocket.ts";
import { freshId } from "../targets/target.ts";
import { closeAll, isProduct, type Workload } from "./workload.ts";

const SOCKETS = 1000;
const FILTERS = 5;
/** The runtime hibernates an object ten seconds after its last event, which may be an alarm after the connects. */
const ASLEEP_MS = 20_000;
const PATIENCE_MS = 10_000;

async function firstDelivery(publisher: Client, reader: Client, topic: string): Promise<number> {
  const arrived = new Promise<number>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("nothing was delivered")), PATIENCE_MS);
    reader.onPublish = () => {
      clearTimeout(timer);
      resolve(performance.now());
    };
  });
  const began = performance.now();
  publisher.socket.write(encodeFrame(publishPacket(topic, Buffer.alloc(PAYLOAD_BYTES))));
  return (await arrived) - began;
}

export const wake: Workload = {
  name: "wake",
  title: `wake-up with ${SOCKETS} sockets and ${SOCKETS * FILTERS} subscriptions`,
  metrics: [
    { key: "asleep", label: "ms to the first delivery", better: "lower", digits: 1 },
    { key: "awake", label: "ms to the second", better: "lower", digits: 1 },
  ],
  suits: isProduct,
  run: async ({ api }) => {
    if (api === undefined) throw new Error("there is no API");
    const account = await api.register();
    const topic = (client: number, filter: number) => `${account.userId}/wake/${client}/${filter}`;
    const clients = await connectAll(SOCKETS, 32, async (index) => {
      const client = await Client.connect(account.address, account.login(freshId()));
      await client.subscribe(Array.from({ length: FILTERS }, (_, filter) => topic(index, filter)));
      return client;
    });
    try {
      const [publisher, reader] = clients as [Client, Client];
      await pause(ASLEEP_MS);
      const asleep = await firstDelivery(publisher, reader, topic(1, 0));
      return { asleep, awake: await firstDelivery(publisher, reader, topic(1, 1)) };
    } finally {
      closeAll(clients);
    }
  },
};
