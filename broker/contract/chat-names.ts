/** The chat services as a person knows them. Without a schema, for the pages. */

import type { ChatFormat } from "./watch.ts";

export const CHAT_NAMES: Record<ChatFormat, string> = {
  discord: "Discord",
  slack: "Slack",
  telegram: "Telegram",
  ntfy: "ntfy",
};
