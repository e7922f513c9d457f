/** A device that connects, receives one command and disconnects: many side by side. */
import { Client } from "../generator/client.ts";
import { pubackFrame, publishPacket } from "../generator/mqtt.ts";
import { encodeFrame } from "../generator/websocket.ts";
import { type Device, freshId } from "../targets/target.ts";
import type { Workload } from "./workload.ts";

const SIDE_BY_SIDE = 50;
const PATIENCE_MS = 10_000;
const MOST_IDS = 60_000;
const COMMAND = Buffer.from('{"state":"on"}');

type Command = (topic: string) => void;

/** Sends commands to devices over one connection. */
function commander(client: Client): Command {
  let sent = 0;
  return (topic) => {
    sent++;
    client.socket.write(encodeFrame(publishPacket(topic, COMMAND, (sent % MOST_IDS) + 1)));
  };
}

/** Resolves after a command and its report. */
const told = (client: Client): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("the command never came")), PATIENCE_MS);
    client.onPublish = (_first, bytes, start) => {
      clearTimeout(timer);
      client.socket.write(pubackFrame(bytes, start + 2 + bytes.readUInt16BE(start)));
      resolve();
    };
  });

async function live({ address, login, control, subscribed }: Device, command: Command): Promise<void> {
  const client = await Client.connect(address, login);
  try {
    if (!subscribed) await client.subscribe([control], 1);
    const heard = told(client);
    command(control);
    await heard;
    await client.leave();
  } finally {
    client.close();
  }
}

export const life: Workload = {
  name: "life",
  title: `a device's life: CONNECT, a command, DISCONNECT; ${SIDE_BY_SIDE} side by side`,
  metrics: [
    { key: "rate", label: "lives/s", better: "higher", digits: 0 },
    // a busy machine changes it less than the rate
    { key: "cost", label: "processor µs for each", better: "lower", digits: 0 },
  ],
  suits: () => true,
  run: async (running, effort) => {
    const devices = await running.devices(SIDE_BY_SIDE);
    const client = await Client.connect(running.address, running.login(freshId()));
    const command = commander(client);
    const began = performance.now() + effort.warmUpMs;
    const until = began + effort.measureMs;
    const processor = running.processor ?? (() => Number.NaN);
    let lives = 0;
    let spent = 0;
    const again = async (device: Device) => {
      while (performance.now() < until) {
        await live(device, command);
        if (performance.now() < began) continue;
        if (lives === 0) spent = processor();
        lives++;
      }
    };
    try {
      await Promise.all(devices.map(again));
      const rate = (lives * 1000) / (performance.now() - began);
      return { rate, cost: ((processor() - spent) * 1e6) / lives };
    } finally {
      client.close();
    }
  },
};
