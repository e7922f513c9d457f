/** Reads retained messages for HTTP: one, or a page by topic. */

import type { MessageFilters, MessagePage, RetainedRecord } from "../contract/messages.ts";
import { storedTopic } from "../contract/topics.ts";
import type { Rights } from "../routing/access.ts";
import { isHidden, matches } from "../routing/filter.ts";
import type { RetainedMessages } from "../storage/retained.ts";

/** Rows per slice; other work of the object runs in between. */
const SLICE = 500;
/** Payload bytes of a page; the message that exceeds it is the last one. */
const MAX_PAGE_BYTES = 1_048_576;

/** Returns null when nothing is retained. `now` in milliseconds since 1970. */
export function readRetained(retained: RetainedMessages, topic: string, now: number): RetainedRecord | null {
  const seq = retained.seqOf(topic);
  return seq === 0 ? null : shown(retained, seq, now);
}

function shown(retained: RetainedMessages, seq: number, now: number): RetainedRecord | null {
  const message = retained.at(seq, now);
  if (message === null) return null;
  const { topic, payload, qos, properties, writtenAt: at } = message;
  // after a restart a new message may reuse the number of a removed one
  const version = `${seq.toString(36)}-${at.toString(36)}`;
  return { topic, payload, qos, contentType: properties.contentType ?? null, at, version };
}

interface Reader {
  userId: string;
  rights: Rights;
  now: number;
}

export async function readPage(
  retained: RetainedMessages,
  filters: MessageFilters,
  { userId, rights, now }: Reader,
): Promise<MessagePage> {
  const filter = storedTopic(userId, filters.filter);
  const messages: RetainedRecord[] = [];
  let bytes = 0;
  let after = filters.after === "" ? "" : storedTopic(userId, filters.after);
  for (;;) {
    const slice = retained.behind(filter, after, SLICE);
    for (const { seq, topic } of slice) {
      if (!matches(filter, topic) || isHidden(rights.root, filter, topic) || !rights.mayRead(topic)) continue;
      const message = shown(retained, seq, now);
      if (message === null) continue;
      if (messages.length === filters.limit || bytes > MAX_PAGE_BYTES) return { messages, hasMore: true };
      messages.push(message);
      bytes += message.payload.length;
    }
    const last = slice.at(-1);
    if (last === undefined || slice.length < SLICE) return { messages, hasMore: false };
    after = last.topic;
    await scheduler.wait(0);
  }
}
