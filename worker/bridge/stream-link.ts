/** A stream of Node as a link: a TCP or TLS socket, or a WebSocket in a stream's dress. */

import type { Duplex } from "node:stream";
import { type Link, NORMAL, type Outcome } from "../gateway/link.ts";

/** Without the stream's own iterator: it keeps two kilobytes for each stream that says nothing. */
export function streamLink(stream: Duplex): Link {
  let wake: (() => void) | null = null;
  const look = () => wake?.();
  const over = new Promise<Outcome>((resolve) => {
    stream.on("error", () => resolve("failed"));
    stream.once("close", () => {
      resolve("ended");
      look();
    });
  });
  // Read to its end it must not close the other direction, so nothing is taken but what is asked for.
  stream.on("readable", look).once("end", look);
  return {
    over,
    closing: NORMAL,
    async read() {
      for (;;) {
        const bytes = stream.destroyed ? null : (stream.read() as Uint8Array | null);
        if (bytes !== null) return bytes;
        if (stream.readableEnded) return null;
        if (stream.closed) throw stream.errored ?? new Error("Premature close");
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
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
