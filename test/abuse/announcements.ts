/** Announcements that expand when they are parsed, and calls that read them. */

import { setTimeout as pause } from "node:timers/promises";
import { connectPacket, publishPacket } from "../bench/generator/mqtt.ts";
import { encodeFrame } from "../bench/generator/websocket.ts";
import { type Attack, login, open } from "./sockets.ts";

const RETAIN = 0x01;

/** Those of 200 KB are refused by their length, the others have the maximum length. */
const ANNOUNCEMENTS: [topic: string, announcement: object][] = [
  ...[200_000, 8000].map((length): [string, object] => [
    `tasmota/discovery/X${length}/config`,
    { rl: Array(3000).fill(1), ft: `%prefix%/${"x".repeat(length)}/`, tp: ["cmnd", "stat", "tele"] },
  ]),
  ...Array.from({ length: 500 }, (_, at): [string, object] => [
    `homeassistant/device/${at}/config`,
    {
      cmps: Object.fromEntries(
        Array.from({ length: 64 }, (_, n) => [`c${n}`, { p: "light", cmd_t: "x".repeat(150) }]),
      ),
    },
  ]),
];

export const announcements: Attack = async (victim, over) => {
  const socket = await open(victim);
  socket.write(encodeFrame(connectPacket(login(victim, "announcer"))));
  for (const [topic, announcement] of ANNOUNCEMENTS) {
    const message = publishPacket(`${victim.userId}/${topic}`, Buffer.from(JSON.stringify(announcement)));
    message.writeUInt8(message.readUInt8(0) | RETAIN);
    socket.write(encodeFrame(message));
  }
  const authorization = `Token ${victim.token}`;
  const list = () =>
    fetch(`http://127.0.0.1:${victim.port}/v0/devices/found/`, { headers: { authorization } })
      .then((response) => response.arrayBuffer())
      .catch(() => undefined);
  while (!over.aborted) {
    await Promise.all(Array.from({ length: 8 }, list));
    await pause(10);
  }
  socket.destroy();
};
