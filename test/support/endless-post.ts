/** Requests whose body never ends, over a socket of their own. */

import { connect, type Socket } from "node:net";

export const FORMS = [
  "a length that is larger than the body",
  "chunks without the last one",
  "a byte at a time",
] as const;
export type Form = (typeof FORMS)[number];

const DRIP_MS = 200;

export interface EndlessPost {
  socket: Socket;
  /** Resolves with the status of the answer; rejects if the connection ends without one. */
  status: Promise<number>;
}

/** `line` is the method and the path. */
export function endlessPost(
  url: string,
  line: string,
  form: Form,
  headers: Record<string, string> = {},
): EndlessPost {
  const { hostname, port, host } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  const status = new Promise<number>((resolve, reject) => {
    socket.once("data", (first: Buffer) =>
      resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(first.toString("latin1"))?.[1])),
    );
    socket.once("close", () => reject(new Error(`No answer to ${line} with ${form}.`)));
  });
  socket.on("error", () => {});
  const isChunked = form === "chunks without the last one";
  const framing = isChunked ? { "Transfer-Encoding": "chunked" } : { "Content-Length": "100000" };
  const all = Object.entries({ Host: host, ...framing, ...headers });
  socket.write(`${line} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`);
  if (form === "a byte at a time") {
    const timer = setInterval(() => socket.write(" "), DRIP_MS);
    socket.once("close", () => clearInterval(timer));
  } else socket.write(isChunked ? `3e8\r\n${" ".repeat(1000)}\r\n` : " ".repeat(1000));
  return { socket, status };
}
