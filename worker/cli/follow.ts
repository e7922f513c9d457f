/** Follows `/v0/stream/`, and reconnects so that no device event is missed. */

import { setTimeout as wait } from "node:timers/promises";
import { type EventSourceMessage, EventSourceParserStream } from "eventsource-parser/stream";
import type { ApiClient, CliRequest } from "./api-client.ts";
import { CliError } from "./cli-error.ts";

/** The server sends a comment every 25 seconds: a silent connection is dead. */
const SILENT_MS = 60_000;
const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 30_000;

interface Place {
  query: NonNullable<CliRequest["query"]>;
  /** Events after this one are sent first. */
  lastId?: string | undefined;
}

/** Throws if the first connection fails, or if a later one is refused. */
export async function* follow(
  api: ApiClient,
  place: Place,
  onLost: () => void,
): AsyncGenerator<EventSourceMessage> {
  let { lastId } = place;
  // also of a block without data: the server begins each stream with an id
  const onId = (id: string) => {
    lastId = id;
  };
  let stream = await connect(api, { ...place, onId });
  for (;;) {
    try {
      for await (const event of stream) yield event;
    } catch {
      // as if the server had closed it
    }
    onLost();
    stream = await reconnect(api, { ...place, lastId, onId });
  }
}

interface Opening extends Place {
  onId(id: string): void;
}

async function connect(
  api: ApiClient,
  { query, lastId, onId }: Opening,
): Promise<ReadableStream<EventSourceMessage>> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), SILENT_MS).unref();
  const headers = lastId === undefined ? {} : { "last-event-id": lastId };
  const { body } = await api.open("readStream", { query, headers, signal: silence.signal });
  const heard = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      timer.refresh();
      controller.enqueue(chunk);
    },
  });
  return (body ?? new ReadableStream<Uint8Array<ArrayBuffer>>())
    .pipeThrough(heard)
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream({ onId }));
}

async function reconnect(api: ApiClient, place: Opening): Promise<ReadableStream<EventSourceMessage>> {
  for (let delay = FIRST_DELAY_MS; ; delay = Math.min(delay * 2, MAX_DELAY_MS)) {
    // clients of a server that restarts do not return at the same moment
    await wait(delay * (0.75 + Math.random() / 2));
    try {
      return await connect(api, place);
    } catch (error) {
      if (!(error instanceof CliError && error.exit === "away")) throw error;
    }
  }
}
