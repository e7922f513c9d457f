/** A stream of Node as a link: a TCP or TLS socket, or a WebSocket in a stream's dress. */

import type { Duplex } from "node:stream";
import { type Link, NORMAL, type Outcome } from "../gateway/link.ts";

export function streamLink(stream: Duplex): Link {
  // Reading to the end must not close the other direction.
  const chunks = stream.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]();
  const over = new Promise<Outcome>((resolve) => {
    stream.on("error", () => resolve("failed"));
    stream.once("close", () => resolve("ended"));
  });
  return {
    over,
    closing: NORMAL,
    async read() {
      const { value, done } = await chunks.next();
      return done ? null : (value as Uint8Array);
    },
    write: (bytes) =>
      new Promise((resolve, reject) => {
        stream.write(bytes, (error) => (error ? reject(error) : resolve()));
      }),
    end: () =>
      new Promise((resolve) => {
        stream.once("close", resolve);
        stream.end(resolve);
      }),
    destroy: () => void stream.destroy(),
  };
}
