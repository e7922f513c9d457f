/** Raw sockets of an abuser, which break the protocol where that helps. */

import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Login } from "../bench/generator/mqtt.ts";
import { upgradeRequest } from "../bench/generator/websocket.ts";

export interface Victim {
  port: number;
  path: string;
  userId: string;
  key: string;
  deviceId: string;
  token: string;
  /** What the preparation of an attack made for it. */
  extra?: Readonly<Record<string, string>>;
}

export type Attack = (victim: Victim, over: AbortSignal) => Promise<void>;

export const login = ({ key }: Victim, name: string): Login => ({ clientId: `${key}__${name}` });

export const MIB = 1024 * 1024;

interface SocketOptions {
  reads?: boolean;
  heeds?: boolean;
}

const CLOSE = 0x88;

/** Whether these bytes contain a close frame. Close frames are short and arrive whole. */
function closes(frames: Buffer): boolean {
  for (let at = 0; at + 1 < frames.length; ) {
    if (frames[at] === CLOSE) return true;
    const length = frames.readUInt8(at + 1);
    at += length < 126 ? 2 + length : 4 + (at + 3 < frames.length ? frames.readUInt16BE(at + 2) : 0);
  }
  return false;
}

/** Opens a WebSocket. */
export function open(victim: Victim, { reads = true, heeds = false }: SocketOptions = {}): Promise<Socket> {
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

/** Writes as fast as the peer reads, until the end or the socket's close. */
export async function sendEndlessly(socket: Socket, bytes: Buffer, over: AbortSignal): Promise<void> {
  socket.on("drain", () => socket.emit("next")).on("close", () => socket.emit("next"));
  while (!over.aborted && !socket.destroyed) {
    if (socket.write(bytes)) await pause(0);
    else if (!socket.destroyed) await new Promise((go) => socket.once("next", go));
  }
  socket.destroy();
}

export const repeatUntilOver = async (over: AbortSignal, attempt: () => Promise<void>): Promise<void> => {
  while (!over.aborted) {
    await attempt().catch(() => undefined);
    await pause(1);
  }
};
