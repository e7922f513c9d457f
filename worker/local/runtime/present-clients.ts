/**
 * Reports clients that have left the runtime. It does not notice the end of a connection (FIN) to which it
 * writes nothing; the system's tables have it. Without such tables (only Linux has them), each client counts as present.
 */

import { readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import ipaddr from "ipaddr.js";

/** RFC 9293, 3.3.2, as Linux numbers it. */
const ESTABLISHED = "01";
const LOOK_EVERY_MS = 2000;

const hexOf = (bytes: number[]): string => Buffer.from(bytes).toString("hex").toUpperCase();

/** As the tables write `192.0.2.1:80` and `[2001:db8::1]:80`: each four bytes of the address as a little-endian number. */
export function tableKey(peer: string): string {
  const at = peer.lastIndexOf(":");
  const bytes = ipaddr.parse(peer.slice(0, at).replace(/^\[|\]$/g, "")).toByteArray();
  const words = bytes.flatMap((_, index) => bytes[index - (index % 4) + 3 - (index % 4)] ?? 0);
  const port = Number(peer.slice(at + 1));
  return `${hexOf(words)}:${hexOf([port >> 8, port & 0xff])}`;
}

/** The far ends of connections to a port, by the text of `/proc/net/tcp` or `/proc/net/tcp6`. */
export function connectedTo(port: number, table: string): string[] {
  const local = `:${hexOf([port >> 8, port & 0xff])}`;
  return table.split("\n").flatMap((line) => {
    const [, own = "", far = "", state] = line.trim().split(/\s+/);
    return state === ESTABLISHED && own.endsWith(local) ? [far] : [];
  });
}

/** Serves `desk/gone-clients.ts` of the Worker. */
export class PresentClients {
  readonly #port: number;
  readonly #held = new Map<ServerResponse, string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  /** The answer begins when those of clients that are gone have ended, and ends when this client is gone. */
  hold(peer: string, answer: ServerResponse): void {
    this.#look();
    answer.writeHead(200).flushHeaders();
    this.#held.set(answer, tableKey(peer));
    answer.once("close", () => {
      this.#held.delete(answer);
      if (this.#held.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    });
    this.#timer ??= setInterval(() => this.#look(), LOOK_EVERY_MS).unref();
  }

  #look(): void {
    if (this.#held.size === 0) return;
    const tables = ["/proc/net/tcp", "/proc/net/tcp6"].map(contentOf);
    if (tables.every((table) => table === "")) return;
    const present = new Set(tables.flatMap((table) => connectedTo(this.#port, table)));
    for (const [answer, peer] of this.#held) if (!present.has(peer)) answer.end();
  }
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
