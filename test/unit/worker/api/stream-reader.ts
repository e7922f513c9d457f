/** Reads Server-Sent Events from a response. */

import { createExecutionContext, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { Hub } from "../../../../broker/hub.ts";
import worker from "../../../../worker/development.ts";
import type { Env } from "../../../../worker/env.ts";

export interface Sent {
  event: string;
  id: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: what an event holds is what the test is about
  data: any;
}

/** A reader that is open until it is closed. */
export class Reader {
  readonly status: number;
  readonly headers: Headers;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  readonly #decoder = new TextDecoder();
  #text = "";

  constructor(response: Response) {
    this.status = response.status;
    this.headers = response.headers;
    this.#reader = response.body?.getReader();
  }

  /** The next event. */
  async next(): Promise<Sent> {
    const sent = await this.nextOrEnd();
    if (sent === null) throw new Error("The stream ended.");
    return sent;
  }

  /** The id of the first block, which has no data. */
  async firstId(): Promise<string> {
    while (!this.#text.includes("\n\n")) await this.#read();
    return /^id: (.*)$/m.exec(this.#text)?.[1] ?? "";
  }

  /** Returns false at the end. */
  async #read(): Promise<boolean> {
    const { done, value } = (await this.#reader?.read()) ?? { done: true, value: undefined };
    if (!done) this.#text += this.#decoder.decode(value, { stream: true });
    return !done;
  }

  /** Null at the end of the stream. */
  async nextOrEnd(): Promise<Sent | null> {
    for (;;) {
      const end = this.#text.indexOf("\n\n");
      if (end >= 0) {
        const block = this.#text.slice(0, end);
        this.#text = this.#text.slice(end + 2);
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1];
        const data = field("data");
        if (data !== undefined)
          return { event: field("event") ?? "", id: field("id"), data: JSON.parse(data) };
        continue;
      }
      if (!(await this.#read())) return null;
    }
  }

  close = () => this.#reader?.cancel();
}

export async function openStream(query: string, headers: Record<string, string> = {}): Promise<Reader> {
  const request = new Request<unknown, IncomingRequestCfProperties>(`http://api.test/v0/stream/${query}`, {
    headers,
  });
  return new Reader(await worker.fetch(request, env as unknown as Env, createExecutionContext()));
}

/** The connections to an account's object. */
export const openSockets = (userId: string): Promise<number> =>
  runInDurableObject(
    env.BROKER.getByName(userId) as never,
    (_: unknown, state: DurableObjectState) => state.getWebSockets().length,
  );

/** How far behind the object knows the readers of an account to be: the most steps. */
export const stepsBehind = (userId: string): Promise<number> =>
  runInDurableObject(env.BROKER.getByName(userId) as never, (object: unknown) => {
    const { modules } = (object as { hub: Hub }).hub;
    return Math.max(...[...modules.connections.streams].map((stream) => stream.stepsBehind));
  });

/** Whether the object drops messages to a stream until the worker has read what was sent. */
export const hasDropped = (userId: string): Promise<boolean> =>
  runInDurableObject(env.BROKER.getByName(userId) as never, (object: unknown) => {
    const { modules } = (object as { hub: Hub }).hub;
    return [...modules.connections.streams].some(({ outboundBuffer }) => outboundBuffer.hasDropped);
  });
