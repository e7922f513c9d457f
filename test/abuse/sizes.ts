/** Attacks on memory: the maximum that one account may hold, and more. */

import type { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { connectPacket, PINGREQ_FRAME, publishPacket, subscribePacket } from "../bench/generator/mqtt.ts";
import { encodeFrame } from "../bench/generator/websocket.ts";
import { type Attack, login, MIB, open, repeatUntilOver, type Victim } from "./sockets.ts";

const CONNECTIONS = 1000;
/** Simultaneous upgrades: an address has a bounded number of sockets without a CONNECT. */
const OPENING = 50;
const PIECE = 4096;

const hello = (victim: Victim, name: string): Buffer => encodeFrame(connectPacket(login(victim, name)));

async function enter(victim: Victim, name: string, manners?: Parameters<typeof open>[1]): Promise<Socket> {
  const socket = await open(victim, manners);
  socket.write(hello(victim, name));
  return socket;
}

/**
 * A megabyte each, in pieces of four kilobytes, one every second and connection; reconnects when cut off.
 */
const slowMegabytes: Attack = async (victim, over) => {
  const message = publishPacket(`${victim.userId}/large`, Buffer.alloc(MIB - 100));
  const one = (name: string) =>
    repeatUntilOver(over, async () => {
      const socket = await enter(victim, name, { heeds: true });
      for (let at = 0; !over.aborted && !socket.destroyed; at = (at + PIECE) % message.length) {
        socket.write(encodeFrame(message.subarray(at, at + PIECE)));
        await pause(1000);
      }
    });
  const all: Promise<void>[] = [];
  for (let n = 0; n < CONNECTIONS; n++) {
    all.push(one(`slow-${n}`));
    if (n % OPENING === OPENING - 1) await pause(500);
  }
  await Promise.all(all);
};

/** 64 MiB in messages of nearly a megabyte, and ten readers that reconnect and never read. */
const retained: Attack = async (victim, over) => {
  const writer = await enter(victim, "writer");
  for (let n = 0; n < 64; n++) {
    const message = publishPacket(`${victim.userId}/kept/${n}`, Buffer.alloc(MIB - 1000));
    message[0] = 0x31;
    writer.write(encodeFrame(message));
    await pause(50);
  }
  const reader = (name: string) =>
    repeatUntilOver(over, async () => {
      const socket = await enter(victim, name, { reads: false });
      socket.write(encodeFrame(subscribePacket([`${victim.userId}/kept/#`], 0)));
      // a client that pings counts as reading
      for (let n = 0; n < 20 && !over.aborted && !socket.destroyed; n++) {
        await pause(100);
        socket.write(PINGREQ_FRAME);
      }
      socket.destroy();
    });
  await Promise.all(Array.from({ length: 10 }, (_, n) => reader(`reader-${n}`)));
};

/** Twenty sessions with 5,000 subscriptions each, in packets of 500. */
const subscriptions: Attack = async (victim, over) => {
  const sockets: Socket[] = [];
  for (let n = 0; n < 20 && !over.aborted; n++) {
    const socket = await enter(victim, `many-${n}`);
    sockets.push(socket);
    for (let from = 0; from < 5000; from += 500) {
      const filters = Array.from(
        { length: 500 },
        (_, at) => `${victim.userId}/home/${n}/entity/${from + at}/state`,
      );
      socket.write(encodeFrame(subscribePacket(filters, 0)));
    }
    await pause(300);
  }
  while (!over.aborted) await pause(100);
  for (const socket of sockets) socket.destroy();
};

export const SIZES: Record<string, Attack> = {
  "1,000 connections that each send a megabyte slowly": slowMegabytes,
  "64 MiB retained, and readers of all of it that never read": retained,
  "twenty sessions with 5,000 subscriptions each": subscriptions,
};

/** Limits that would stop these attacks within a quarter of a minute are lifted, to measure memory. */
export const LIFTED: Readonly<Record<string, string>> = {
  // one login has half of these
  MQTT_MAX_CONNECTIONS: "2000",
  MQTT_MAX_RETAINED: "20000",
  MQTT_PUBLISH_BYTES: "0",
  MQTT_SUBSCRIBE_RATE: "0",
};
