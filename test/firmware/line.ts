/**
 * A proxy between a program and the broker: it forwards bytes, records the last packets, and can cut the
 * connection.
 */

import { connect, createServer, type Server, type Socket } from "node:net";
import { type Packet, parser } from "mqtt-packet";

/** Packets shown when a case fails. */
const REMEMBERED = 400;

export interface Line {
  port: number;
  /** Destroys both sides without a DISCONNECT. */
  cut(): void;
  /** The last packets over TCP, `>` to the broker and `<` from it. */
  trace(): string;
  close(): void;
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
  const open = new Set<Socket>();
  const packets: string[] = [];
  const server: Server = createServer({ noDelay: true }, (near) => {
    const far = connect({ port: target, host: "127.0.0.1", noDelay: true });
    listen(near, ">", packets);
    listen(far, "<", packets);
    if (bytesASecond !== undefined) slowDown(far, bytesASecond);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const cut = () => {
    for (const socket of open) socket.resetAndDestroy();
  };
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    cut,
    trace: () => packets.join("\n"),
    close: () => {
      cut();
      server.close();
    },
  };
}
