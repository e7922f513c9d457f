/** The retained messages of the account: all for the tree, with the beginning of each; and one as a whole. */

import { queryOptions } from "@tanstack/react-query";
import type { RetainedMessage } from "../../../../worker/contract/messages.ts";
import { call, callForPage } from "../../api/call.ts";

/** Of the list, and of each message. Here and not in `api`, which every screen loads. */
export const TOPICS_KEY = ["topics"];

const PAGE = 1000;
/** Bytes of a payload in the tree, which has one line for it. */
const LINE_BYTES = 64;
/** An operator may allow an account more topics than a page can show. */
const MAX_PAGES = 20;

export interface TopicList {
  messages: RetainedMessage[];
  /** There are more. */
  isCut: boolean;
}

async function readAll(): Promise<TopicList> {
  const messages: RetainedMessage[] = [];
  for (let page = 0; page < MAX_PAGES; page++) {
    const after = messages.at(-1)?.topic;
    const search = { hidden: true, limit: PAGE, preview: LINE_BYTES, after } as const;
    const { data, headers } = await callForPage("listMessages", { search });
    messages.push(...data);
    if (data.length === 0 || !headers.has("Link")) return { messages, isCut: false };
  }
  return { messages, isCut: true };
}

export const topicsQuery = () =>
  queryOptions({
    queryKey: [...TOPICS_KEY, "all"],
    queryFn: readAll,
    // comparing ten thousand messages with the earlier ones would hold up a press
    structuralSharing: false,
    refetchOnWindowFocus: false,
  });

/** Bytes that are shown at first. */
const FIRST_BYTES = 65_536;

/** Null: nothing is retained on the topic. `isWhole`: all of its payload, however long. */
export const messageQuery = (topic: string, isWhole: boolean) =>
  queryOptions({
    queryKey: [...TOPICS_KEY, "one", topic, isWhole],
    queryFn: async (): Promise<RetainedMessage | null> => {
      const preview = isWhole ? undefined : FIRST_BYTES;
      const [message] = await call("listMessages", { search: { filter: topic, preview } });
      return message ?? null;
    },
  });
