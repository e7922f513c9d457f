import { createStore, type Store } from "../../lib/store.ts";

export const LOG_LIMIT = 10_000;
/** Thousands of messages may arrive in a second; render at this interval. */
const FLUSH_MS = 50;

interface MessageEntry {
  kind: "received" | "published";
  topic: string;
  payload: string;
  qos: number;
  /** Set on retained messages. */
  retain?: boolean;
}

interface NoticeEntry {
  kind: "notice";
  text: string;
}

export type LogEntry = (MessageEntry | NoticeEntry) & {
  /** Increases by one. */
  id: number;
  /** Milliseconds since 1970. */
  at: number;
};

export interface MessageLog {
  entries: Store<readonly LogEntry[]>;
  add(entry: MessageEntry | NoticeEntry): void;
  clear(): void;
}

export function createMessageLog(limit: number = LOG_LIMIT): MessageLog {
  const entries = createStore<readonly LogEntry[]>([]);
  let waiting: LogEntry[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let count = 0;
  const flush = () => {
    timer = undefined;
    entries.set([...entries.get(), ...waiting].slice(-limit));
    waiting = [];
  };
  return {
    entries,
    add(entry) {
      count += 1;
      waiting.push({ ...entry, id: count, at: Date.now() });
      // A background tab flushes rarely.
      if (waiting.length >= 2 * limit) waiting = waiting.slice(-limit);
      timer ??= setTimeout(flush, FLUSH_MS);
    },
    clear() {
      clearTimeout(timer);
      timer = undefined;
      waiting = [];
      if (entries.get().length > 0) entries.set([]);
    },
  };
}

const textOf = (entry: LogEntry): string =>
  entry.kind === "notice" ? entry.text : `${entry.topic} ${entry.payload}`;

export function filtered(entries: readonly LogEntry[], words: string): readonly LogEntry[] {
  const wanted = words.trim().toLowerCase();
  return wanted === ""
    ? entries
    : entries.filter((entry) => `${entry.kind} ${textOf(entry)}`.toLowerCase().includes(wanted));
}

export const asText = (entries: readonly LogEntry[]): string =>
  entries.map((entry) => `${new Date(entry.at).toISOString()} ${entry.kind} ${textOf(entry)}`).join("\n");

/** Indents JSON; other text is unchanged. */
export function pretty(payload: string): string {
  try {
    const value: unknown = JSON.parse(payload);
    return JSON.stringify(value, null, 2);
  } catch {
    return payload;
  }
}
