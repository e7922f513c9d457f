/** Reads the history of messages for HTTP: a page for a caller whose rights are known. */

import type { HistoryPage, HistoryQuery, ListedMessage } from "../contract/message-history.ts";
import { storedTopic } from "../contract/topics.ts";
import { writerIn } from "../contract/writer.ts";
import { pageOf } from "../history/message-pages.ts";
import type { StampedMessage } from "../history/messages.ts";
import type { MessageRecorder } from "../hub/publish/message-recorder.ts";
import { listedWriter } from "../hub/publish/writer.ts";
import type { Rights } from "../routing/access.ts";
import { isHidden, matches } from "../routing/filter.ts";
import type { BrokerStore } from "../storage/store.ts";

interface Reader {
  userId: string;
  rights: Rights;
}

interface Read {
  recorder: MessageRecorder;
  store: BrokerStore;
}

const listed = (
  { stamp: _, filter: _of, by, ...message }: StampedMessage,
  store: BrokerStore,
): ListedMessage => ({
  ...message,
  by: listedWriter(store, writerIn(by)),
});

/** Blocks per slice; other work of the object runs in between. */
const SLICE = 8;

export async function readHistory(
  { recorder, store }: Read,
  query: HistoryQuery,
  { userId, rights }: Reader,
): Promise<HistoryPage> {
  // a crash would use the stamps of messages in memory again, and a reader that continues would miss others
  recorder.write();
  const { messageHistory } = store;
  const filter = storedTopic(userId, query.filter);
  const asked = new Map<string, boolean>();
  const isAsked = (topic: string): boolean => {
    const known = asked.get(topic);
    if (known !== undefined) return known;
    const is = matches(filter, topic) && !isHidden(rights.root, filter, topic) && rights.mayRead(topic);
    asked.set(topic, is);
    return is;
  };
  const pages = pageOf(query, {
    spans: messageHistory.spans,
    fresh: messageHistory.fresh(isAsked),
    read: (span) => messageHistory.read(span, isAsked),
  });
  for (let n = 1; ; n++) {
    const step = pages.next();
    if (step.done === true) {
      const { messages, next } = step.value;
      return { messages: messages.map((message) => listed(message, store)), next };
    }
    if (n % SLICE === 0) await scheduler.wait(0);
  }
}
