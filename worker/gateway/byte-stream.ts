/** TCP and WebSocket connections as streams of bytes. The bridge copies bytes without promises: see `relay.ts`. */

import { within } from "../patience.ts";

/** Close code and reason of a WebSocket. TCP has neither and uses `NORMAL_CLOSE`. */
export interface CloseReason {
  code: number;
  reason: string;
}
export const NORMAL_CLOSE: CloseReason = { code: 1000, reason: "" };

/** After `ended`, data under way is still delivered; after `failed` it is not. */
export type StreamEnd = "ended" | "failed";

export interface ByteStream {
  /** Returns at least one byte, or null at the end. Rejects if the connection broke. */
  read(): Promise<Uint8Array | null>;
  /** Resolves when the next write may follow. */
  write(bytes: Uint8Array): Promise<void>;
  /** Ends the writing direction; written bytes are still delivered. */
  end(closing: CloseReason): Promise<void>;
  /** How the other side closed; valid after `read` returned null. */
  readonly closing: CloseReason;
  /** Resolves when the other side is gone, also without a pending `read`. Never resolves for TCP, which only `read` shows. */
  readonly closed: Promise<StreamEnd>;
  /** Ends both directions at once. May be called repeatedly. */
  destroy(): void;
}

/**
 * Maximum time between the ends of both directions. An early close of TCP would lose the last packet, a CONNACK or
 * DISCONNECT.
 */
const LINGER_MS = 2000;

export async function pipeBoth(a: ByteStream, b: ByteStream): Promise<void> {
  const directions = [pipe(a, b), pipe(b, a)];
  const first = await Promise.race([...directions, a.closed, b.closed]);
  if (first === "ended") await within(LINGER_MS, Promise.all(directions));
  a.destroy();
  b.destroy();
}

async function pipe(from: ByteStream, to: ByteStream): Promise<StreamEnd> {
  try {
    for (let bytes = await from.read(); bytes !== null; bytes = await from.read()) await to.write(bytes);
    await to.end(from.closing);
    return "ended";
  } catch {
    return "failed";
  }
}

/** Ends a connection and discards incoming bytes for a moment, so that the last written bytes are delivered. */
export async function closeGracefully(stream: ByteStream, closing: CloseReason): Promise<void> {
  await within(LINGER_MS, drain(stream, closing));
  stream.destroy();
}

async function drain(stream: ByteStream, closing: CloseReason): Promise<void> {
  try {
    await stream.end(closing);
    while ((await stream.read()) !== null);
  } catch {
    // The connection broke, so it is already closed.
  }
}
