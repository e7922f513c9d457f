/** What one abuser does, each until it is told to stop. Raw sockets: an abuser minds no protocol that it need not. */

import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { connectPacket, type Login, publishPacket, subscribePacket } from "../bench/generator/mqtt.ts";
import { encodeFrame, upgradeRequest } from "../bench/generator/websocket.ts";

export interface Victim {
  port: number;
  path: string;
  userId: string;
  key: string;
}

export type Attack = (victim: Victim, over: AbortSignal) => Promise<void>;

const login = ({ key }: Victim, name: string): Login => ({ clientId: `${key}__${name}` });

const MIB = 1024 * 1024;

interface Manners {
  /** What it hears is thrown away. */
  reads?: boolean;
  /** It goes when it is told to. */
  heeds?: boolean;
}

const CLOSE = 0x88;

/** Whether a close frame is among these. They are short, and come whole. */
function closes(frames: Buffer): boolean {
  for (let at = 0; at + 1 < frames.length; ) {
    if (frames[at] === CLOSE) return true;
    const length = frames.readUInt8(at + 1);
    at += length < 126 ? 2 + length : 4 + (at + 3 < frames.length ? frames.readUInt16BE(at + 2) : 0);
  }
  return false;
}

/** A socket whose upgrade was granted. */
function open(victim: Victim, { reads = true, heeds = false }: Manners = {}): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: "127.0.0.1", port: victim.port, noDelay: true });
    socket.on("error", () => {});
    socket.once("close", () => reject(new Error("closed")));
    socket.once("connect", () => socket.write(upgradeRequest(victim.port, victim.path)));
    socket.once("data", (answer: Buffer) => {
      if (!answer.toString("latin1").startsWith("HTTP/1.1 101")) socket.destroy();
      else if (!reads) socket.pause();
      else socket.on("data", (heard: Buffer) => heeds && closes(heard) && socket.destroy());
      resolve(socket);
    });
  });
}

/** Writes as fast as the other side takes, until it is over or the socket is gone. */
async function pour(socket: Socket, bytes: Buffer, over: AbortSignal): Promise<void> {
  socket.on("drain", () => socket.emit("next")).on("close", () => socket.emit("next"));
  while (!over.aborted && !socket.destroyed) {
    if (socket.write(bytes)) await pause(0);
    else if (!socket.destroyed) await new Promise((go) => socket.once("next", go));
  }
  socket.destroy();
}

/** `count` frames, a message each. */
const flood = ({ userId }: Victim, count = 100): Buffer =>
  Buffer.concat(
    Array.from({ length: count }, () => encodeFrame(publishPacket(`${userId}/flood`, Buffer.alloc(64)))),
  );

const again = async (over: AbortSignal, attempt: () => Promise<void>): Promise<void> => {
  while (!over.aborted) {
    await attempt().catch(() => undefined);
    await pause(1);
  }
};

const FRAMES_A_SECOND = 20_000;

/** One socket that goes on whatever it is told; another one when it is cut off. */
const frames: Attack = (victim, over) =>
  again(over, async () => {
    const socket = await open(victim);
    socket.write(encodeFrame(connectPacket(login(victim, "flood"))));
    const begun = performance.now();
    for (let sent = 0; !over.aborted && !socket.destroyed; await pause(2)) {
      const due = Math.floor(((performance.now() - begun) / 1000) * FRAMES_A_SECOND) - sent;
      if (socket.writableLength > MIB) continue;
      socket.write(flood(victim, due));
      sent += due;
    }
    socket.destroy();
  });

const reconnects: Attack = async (victim, over) => {
  const one = (name: string) =>
    again(over, async () => {
      const socket = await open(victim, { heeds: true });
      socket.write(encodeFrame(connectPacket(login(victim, name))));
      await pour(socket, flood(victim), over);
    });
  await Promise.all(["a", "b", "c", "d"].map(one));
};

const largeFrames: Attack = async (victim, over) => {
  const frame = encodeFrame(Buffer.alloc(32 * MIB - 16, 0x30));
  const one = () =>
    again(over, async () => {
      const socket = await open(victim);
      await pour(socket, frame, over);
    });
  // a machine's memory holds them all at once
  await Promise.all(Array.from({ length: 4 }, one));
};

const upgrades: Attack = async (victim, over) => {
  while (!over.aborted) {
    for (let n = 0; n < 25; n++) {
      void open(victim).then(
        (socket) => socket.destroy(),
        () => undefined,
      );
    }
    await pause(50);
  }
};

const logins: Attack = async ({ port }, over) => {
  while (!over.aborted) {
    const body = JSON.stringify({ email: `${Math.random()}@example.org`, password: "Wrong-horse-1" });
    void fetch(`http://127.0.0.1:${port}/v0/login/`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    }).then(
      (response) => response.arrayBuffer(),
      () => undefined,
    );
    await pause(20);
  }
};

const stalled: Attack = async (victim, over) => {
  const readers = await Promise.all(Array.from({ length: 10 }, () => open(victim, { reads: false })));
  readers.forEach((socket, index) => {
    socket.write(encodeFrame(connectPacket(login(victim, `stalled-${index}`))));
    socket.write(encodeFrame(subscribePacket([`${victim.userId}/#`], 0)));
  });
  const writer = await open(victim);
  writer.write(encodeFrame(connectPacket(login(victim, "writer"))));
  const message = encodeFrame(publishPacket(`${victim.userId}/big`, Buffer.alloc(32 * 1024)));
  while (!over.aborted && !writer.destroyed) {
    for (let n = 0; n < 4; n++) writer.write(message);
    await pause(20);
  }
  for (const socket of [...readers, writer]) socket.destroy();
};

export const ATTACKS: Record<string, Attack> = {
  "a flood of frames on one socket": frames,
  "four sockets that reconnect and flood": reconnects,
  "frames of 32 MiB": largeFrames,
  "500 upgrades a second": upgrades,
  "50 logins a second": logins,
  "readers that never read": stalled,
};
