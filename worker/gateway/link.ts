/**
 * A connection as bytes, and two of them joined. Knows no transport: TCP and WebSocket are links, and what holds for one
 * (half-close, reset, a reader that does not read) holds for all. The bridge, which holds ten thousand, joins its own.
 */

import { within } from "../patience.ts";

/** How a connection ends, in the words of WebSocket; TCP has none and uses the first. */
export interface Closing {
  code: number;
  reason: string;
}
export const NORMAL: Closing = { code: 1000, reason: "" };

/** `ended` is an end that leaves time for what is still under way; `failed` is one that does not. */
export type Outcome = "ended" | "failed";

export interface Link {
  /** What came, at least one byte; null when no more will. Rejects when the connection broke. */
  read(): Promise<Uint8Array | null>;
  /** Resolves when more may follow. */
  write(bytes: Uint8Array): Promise<void>;
  /** Nothing more will be written: what was written still arrives. */
  end(closing: Closing): Promise<void>;
  /** How the other side ended, once `read` gave null. */
  readonly closing: Closing;
  /** When the other side is gone, also while nobody reads; a link that only learns it by reading never tells. */
  readonly over: Promise<Outcome>;
  /** Ends both directions now. Harmless when it was done before. */
  destroy(): void;
}

/**
 * How long one direction may outlive the other. Closing a TCP connection that still has unread bytes resets it, and the
 * last packet (a CONNACK that refuses, a DISCONNECT that explains) would be lost with it.
 */
const LINGER_MS = 2000;

/** Carries bytes both ways until both directions ended, then leaves nothing open. */
export async function splice(a: Link, b: Link): Promise<void> {
  const flows = [flow(a, b), flow(b, a)];
  const first = await Promise.race([...flows, a.over, b.over]);
  if (first === "ended") await within(LINGER_MS, Promise.all(flows));
  a.destroy();
  b.destroy();
}

async function flow(from: Link, to: Link): Promise<Outcome> {
  try {
    for (let bytes = await from.read(); bytes !== null; bytes = await from.read()) await to.write(bytes);
    await to.end(from.closing);
    return "ended";
  } catch {
    return "failed";
  }
}

/** Ends a connection so that its last bytes are read: whatever the other side still says is taken and dropped. */
export async function dismiss(link: Link, closing: Closing): Promise<void> {
  await within(LINGER_MS, drain(link, closing));
  link.destroy();
}

async function drain(link: Link, closing: Closing): Promise<void> {
  try {
    await link.end(closing);
    while ((await link.read()) !== null);
  } catch {
    // It broke: then there is nothing left to wait for.
  }
}

/** Several pieces as one. */
export function join(pieces: readonly Uint8Array[]): Uint8Array {
  const [only] = pieces;
  if (pieces.length === 1 && only !== undefined) return only;
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
