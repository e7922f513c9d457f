/** The rows of the tree: of retained and live topics, without those that are being deleted, of open nodes or a search. */

import { useCallback, useDeferredValue, useMemo, useState } from "react";
import type { RetainedMessage } from "../../../../worker/contract/messages.ts";
import { deletions } from "../../api/deletions.ts";
import { useStore } from "../../lib/store.ts";
import { isRemovedBy } from "./removal.ts";
import {
  above,
  keyOf,
  openedWith,
  rowsOf,
  type SortedKeys,
  searched,
  sortedKeys,
  type TreeRow,
} from "./tree.ts";
import type { Live } from "./use-live.ts";
import type { TopicList } from "./use-topics.ts";

/** Rows that are made at once, whatever is open: beyond them nobody scrolls. */
const MAX_ROWS = 20_000;
/** Rows that a search opens by itself. */
const MAX_FOUND_ROWS = 2_000;

/** In a search everything is open, except nodes that the person closed. */
const closedInSearch = (key: string): string => `\u0001${key}`;

type Keys = ReadonlySet<string>;

const withAll = (keys: Keys, more: readonly string[]): Keys => new Set([...keys, ...more]);
const without = (keys: Keys, less: readonly string[]): Keys =>
  new Set([...keys].filter((key) => !less.includes(key)));

export interface Tree {
  /** By topic. */
  messages: ReadonlyMap<string, RetainedMessage>;
  /** Of all topics. */
  keys: SortedKeys;
  /** Of the topics that the search finds. */
  found: SortedKeys;
  rows: readonly TreeRow[];
  search: string;
  isSearch: boolean;
  onSearch(search: string): void;
  onOpen(keys: readonly string[]): void;
  onClose(key: string): void;
}

/** `shown`: the topic that is open at first. */
export function useTree(list: TopicList, live: Live, shown: string | null): Tree {
  const messages = useMessages(list);
  const keys = useKeys(messages, live);
  const [search, onSearch] = useState("");
  const wanted = useDeferredValue(search);
  const found = useMemo(() => searched(keys, wanted), [keys, wanted]);
  const isSearch = wanted.trim() !== "";
  const [open, setOpen] = useState<Keys>(() => new Set(shown === null ? [] : above(keyOf(shown))));
  const rows = useMemo(
    () =>
      isSearch
        ? rowsOf(found, (key) => !open.has(closedInSearch(key)), MAX_FOUND_ROWS)
        : rowsOf(found, (key) => open.has(key), MAX_ROWS),
    [found, open, isSearch],
  );
  const onOpen = useCallback(
    (some: readonly string[]) =>
      setOpen((before) =>
        isSearch
          ? without(before, some.map(closedInSearch))
          : withAll(
              before,
              some.flatMap((key) => openedWith(found, key)),
            ),
      ),
    [isSearch, found],
  );
  const onClose = useCallback(
    (key: string) =>
      setOpen((before) => (isSearch ? withAll(before, [closedInSearch(key)]) : without(before, [key]))),
    [isSearch],
  );
  return { messages, keys, found, rows, search, isSearch, onSearch, onOpen, onClose };
}

function useMessages(list: TopicList): ReadonlyMap<string, RetainedMessage> {
  // a text, so that other deletions change nothing here
  const removed = useStore(deletions)
    .flatMap(({ ids }) => ids)
    .join("\0");
  return useMemo(() => {
    const ids = removed.split("\0");
    const messages = list.messages.filter(({ topic }) => !isRemovedBy(ids, topic));
    return new Map(messages.map((message) => [message.topic, message]));
  }, [list, removed]);
}

function useKeys(messages: ReadonlyMap<string, RetainedMessage>, { topics: { topics } }: Live): SortedKeys {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the number of live topics tells that there is a new one
  return useMemo(
    () => sortedKeys(new Set([...messages.keys(), ...topics.keys()])),
    [messages, topics, topics.size],
  );
}
