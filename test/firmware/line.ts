/** A proxy between a program and the broker, which records the last packets. */

import type { Socket } from "node:net";
import { type Packet, parser } from "mqtt-packet";
import { startTcpProxy, type TcpProxy } from "../../worker/local/tcp-proxy.ts";

/** Packets shown when a case fails. */
const REMEMBERED = 400;

export interface Line extends TcpProxy {
  /** The last packets over TCP, `>` to the broker and `<` from it. */
  trace(): string;
}

const shortly = ({ cmd, ...fields }: Packet): string => {
  const text = JSON.stringify(fields, (name, value) =>
    name === "password" ? "…" : value?.type === "Buffer" ? Buffer.from(value.data).toString("utf8") : value,
  );
  return `${cmd} ${text.length > 300 ? `${text.slice(0, 300)}…` : text}`;
};

/** Limits the bytes a second. */
function slowDown(socket: Socket, bytesASecond: number): void {
  socket.on("data", (chunk) => {
    socket.pause();
    setTimeout(() => socket.resume(), (chunk.length / bytesASecond) * 1000);
  });
}

/** Records the packets of one direction as text. */
function listen(socket: Socket, sign: string, packets: string[]): void {
  const reader = parser();
  const note = (text: string) => {
    packets.push(`${sign} ${text}`);
    if (packets.length > REMEMBERED) packets.shift();
  };
  // WebSocket bytes are forwarded without a record
  let understood = true;
  reader.on("packet", (packet) => note(shortly(packet)));
  reader.on("error", () => {
    understood = false;
  });
  socket.on("data", (chunk) => {
    if (understood) reader.parse(chunk);
  });
  socket.on("close", () => note("closed"));
}

/** To a port of this machine. `bytesASecond` limits the direction from the broker to the program. */
export async function newLine(target: number, bytesASecond?: number): Promise<Line> {
  const packets: string[] = [];
  const proxy = await startTcpProxy(target, {
    onConnection: (near, far) => {
      listen(near, ">", packets);
      listen(far, "<", packets);
      if (bytesASecond !== undefined) slowDown(far, bytesASecond);
    },
  });
  return { ...proxy, trace: () => packets.join("\n") };
}
