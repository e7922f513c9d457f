/** Reads retained messages for HTTP: one, or a page by topic; and removes those of a filter. */

import type { BrokerLimits } from "../contract/limits.ts";
import type {
  MessageFilters,
  MessagePage,
  MessageRemoval,
  RemovedMessages,
  RetainedRecord,
} from "../contract/messages.ts";
import { displayTopic, storedTopic } from "../contract/topics.ts";
import { listedWriter } from "../hub/publish/writer.ts";
import type { Rights } from "../routing/access.ts";
import { isHidden, matches } from "../routing/filter.ts";
import type { BrokerStore } from "../storage/store.ts";

/** Rows per slice; other work of the object runs in between. */
const SLICE = 500;
/** Payload bytes of a page; the message that exceeds it is the last one. */
const MAX_PAGE_BYTES = 1_048_576;

type Store = Pick<BrokerStore, "retained" | "rightsCopy" | "watches" | "schedules">;

/** Returns null when nothing is retained. `now` in milliseconds since 1970. */
export function readRetained(store: Store, topic: string, now: number): RetainedRecord | null {
  const seq = store.retained.seqOf(topic);
  return seq === 0 ? null : shown(store, seq, now);
}

function shown(store: Store, seq: number, now: number, preview?: number): RetainedRecord | null {
  const message = store.retained.at(seq, now, preview);
  if (message === null) return null;
  const { topic, payload, bytes, qos, properties, writtenAt: at } = message;
  // after a restart a new message may reuse the number of a removed one
  const version = `${seq.toString(36)}-${at.toString(36)}`;
  const by = listedWriter(store, message.writer);
  return { topic, payload, bytes, by, qos, contentType: properties.contentType ?? null, at, version };
}

interface Reader {
  userId: string;
  rights: Rights;
  now: number;
}

export async function readPage(
  store: Store,
  filters: MessageFilters,
  { userId, rights, now }: Reader,
): Promise<MessagePage> {
  const filter = storedTopic(userId, filters.filter);
  const messages: RetainedRecord[] = [];
  let bytes = 0;
  let after = filters.after === "" ? "" : storedTopic(userId, filters.after);
  for (;;) {
    const slice = store.retained.behind(filter, after, SLICE);
    for (const { seq, topic } of slice) {
      if (!matches(filter, topic) || !rights.mayRead(topic)) continue;
      if (!filters.hidden && isHidden(rights.root, filter, topic)) continue;
      const message = shown(store, seq, now, filters.preview ?? undefined);
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

interface RemovalDependencies {
  store: Pick<Store, "retained">;
  /** 0: no limit. */
  limits: Pick<BrokerLimits, "MAX_REMOVED_AT_ONCE">;
}

/**
 * Removes messages with `remove` in one go: rights cannot change in between. `remove` returns false where there is no
 * room or rate for more. Each topic is tried once, so that the calls for a filter end while its messages are written again.
 */
export async function removeMessages(
  { store: { retained }, limits: { MAX_REMOVED_AT_ONCE: most } }: RemovalDependencies,
  removal: Omit<MessageRemoval, "actor">,
  { userId, rights }: Omit<Reader, "now">,
  remove: (topic: string) => boolean,
): Promise<RemovedMessages> {
  const filter = storedTopic(userId, removal.filter);
  const concerns = (topic: string): boolean =>
    matches(filter, topic) &&
    !isHidden(rights.root, filter, topic) &&
    (rights.mayPublish(topic) || rights.mayRead(topic));
  let after = removal.after === "" ? "" : storedTopic(userId, removal.after);
  let [deleted, refused] = [0, 0];
  const bound = most === 0 ? Number.POSITIVE_INFINITY : most;
  scan: while (deleted + refused < bound) {
    const slice = retained.behind(filter, after, Math.min(SLICE, bound - deleted - refused));
    if (slice.length === 0) break;
    for (const { topic } of slice) {
      if (concerns(topic)) {
        if (!rights.mayPublish(topic)) refused++;
        else if (remove(topic)) deleted++;
        else break scan;
      }
      after = topic;
    }
  }
  const remaining = await count(retained, filter, after, concerns);
  const next = remaining === 0 ? null : displayTopic(userId, after);
  return { deleted, refused, remaining, next };
}

async function count(
  retained: Store["retained"],
  filter: string,
  from: string,
  concerns: (topic: string) => boolean,
): Promise<number> {
  let [sum, after] = [0, from];
  for (;;) {
    const slice = retained.behind(filter, after, SLICE);
    sum += slice.filter(({ topic }) => concerns(topic)).length;
    const last = slice.at(-1);
    if (last === undefined || slice.length < SLICE) return sum;
    after = last.topic;
    await scheduler.wait(0);
  }
}
