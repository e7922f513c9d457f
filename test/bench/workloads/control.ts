/** From a control message to its event over REST. */
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "../generator/client.ts";
import { publishPacket } from "../generator/mqtt.ts";
import { encodeFrame } from "../generator/websocket.ts";
import { ascending, percentile } from "../statistics.ts";
import { type Account, freshId } from "../targets/target.ts";
import { isProduct, type Workload } from "./workload.ts";

const DEVICES = 50;
const A_SECOND = 50;
const GIVE_UP_MS = 10_000;

/** Switches the devices in turn. Returns the time of each command, by device and state. */
async function switchDevices(
  client: Client,
  account: Account,
  ids: string[],
  forMs: number,
  sent: Sent,
): Promise<void> {
  const began = performance.now();
  for (let count = 0; performance.now() - began < forMs; count++) {
    const id = ids[count % ids.length] ?? "";
    const state = Math.floor(count / ids.length) % 2 === 0 ? "on" : "off";
    const topic = `${account.userId}/devices/${id}/control`;
    sent.set(keyOf(id, `turned_${state}`), [
      ...(sent.get(keyOf(id, `turned_${state}`)) ?? []),
      performance.now(),
    ]);
    sent.total++;
    client.socket.write(encodeFrame(publishPacket(topic, Buffer.from(JSON.stringify({ state })))));
    await pause(Math.max(0, began + ((count + 1) * 1000) / A_SECOND - performance.now()));
  }
}

/** The times of messages without an event yet, oldest first. */
class Sent extends Map<string, number[]> {
  total = 0;
}
const keyOf = (deviceId: string, type: string): string => `${deviceId} ${type}`;

interface EventRow {
  id: string;
  device_id: string;
  event_type: string;
}

async function readEvents(origin: string, account: Account): Promise<EventRow[]> {
  const response = await fetch(`${origin}/v0/events/devices/on-off/?size=100`, { headers: account.headers });
  if (!response.ok) throw new Error(`events were answered ${response.status}`);
  return (await response.json()) as EventRow[];
}

export const control: Workload = {
  name: "control",
  title: `control message → event readable over REST, ${DEVICES} devices, ${A_SECOND}/s`,
  metrics: [
    { key: "p50", label: "p50 ms", better: "lower", digits: 0 },
    { key: "p99", label: "p99 ms", better: "lower", digits: 0 },
    { key: "lost", label: "lost", better: "lower", digits: 0 },
  ],
  suits: isProduct,
  run: async ({ api }, effort) => {
    if (api === undefined) throw new Error("there is no API");
    const account = await api.register();
    const ids = await account.addDevices(DEVICES);
    const client = await Client.connect(account.address, account.login(freshId()));
    const sent = new Sent();
    const seen = new Set<string>();
    const times: number[] = [];
    let sending = true;
    const done = switchDevices(client, account, ids, effort.measureMs * 2, sent).then(() => {
      sending = false;
    });
    try {
      for (let last = performance.now(); sending || times.length < sent.total; ) {
        const rows = await readEvents(api.origin, account);
        const now = performance.now();
        // Newest first: the oldest event belongs to the oldest message.
        for (const row of rows.reverse()) {
          if (seen.has(row.id)) continue;
          seen.add(row.id);
          const began = sent.get(keyOf(row.device_id, row.event_type))?.shift();
          if (began === undefined) continue;
          times.push(now - began);
          last = now;
        }
        if (now - last > GIVE_UP_MS) break;
      }
      await done;
    } finally {
      client.close();
    }
    const sorted = ascending(times);
    return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99), lost: sent.total - times.length };
  },
};
