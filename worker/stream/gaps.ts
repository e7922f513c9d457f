/** PURE. The gap markers of a stream: what is missing, since when, and what to do. */

import { MAX_STREAMS } from "../../broker/contract/stream.ts";
import { MAX_UNREAD } from "../contract/limits.ts";
import { sse } from "./sse.ts";

/** After a reconnect. `at`: the time of the last id, in milliseconds since 1970; null when it is not stored. */
export const missed = (at: number | null, to: string): string =>
  sse("gap", {
    from: at === null ? null : new Date(at).toISOString(),
    to,
    why:
      at === null
        ? "The event of Last-Event-ID is not kept any more."
        : "Messages that came while no stream was open are not repeated.",
  });

/** In place of one message that no reader can get. `size`: the bytes of its payload. */
export const tooLarge = (topic: string, size: number, at: string): string =>
  sse("gap", {
    from: at,
    to: at,
    topic,
    size,
    why: `A message of ${size} bytes is larger in the stream than ${MAX_UNREAD / 1024} KiB, the most that it sends: read it over MQTT, or publish smaller ones.`,
  });

/** The last word of a stream that made room for a newer one. */
export const replaced = (at: string): string =>
  sse("gap", {
    from: at,
    to: at,
    why: `An account has at most ${MAX_STREAMS} streams. This one was furthest behind, and ended for a newer one: close streams that nobody reads.`,
  });
