/** The fields of a target at a chat service, and where its owner finds them. Pure. */

import type { ChatFormat } from "../../../../../broker/contract/watch.ts";
import type { RequestOf } from "../../../../../worker/contract/api.ts";

export interface ChatDraft {
  format: ChatFormat;
  url: string;
  token: string;
  chat: string;
}

export const EMPTY_CHAT: ChatDraft = { format: "discord", url: "", token: "", chat: "" };

interface ChatField {
  name: "url" | "token" | "chat";
  label: string;
  placeholder: string;
  /** Where it is found. */
  hint: string;
}

const ADDRESS = { name: "url", label: "Webhook address" } as const;

export const CHAT_FIELDS: Record<ChatFormat, readonly ChatField[]> = {
  discord: [
    {
      ...ADDRESS,
      placeholder: "https://discord.com/api/webhooks/…",
      hint: "In Discord: Server Settings, Integrations, Webhooks, New Webhook, Copy Webhook URL.",
    },
  ],
  slack: [
    {
      ...ADDRESS,
      placeholder: "https://hooks.slack.com/services/…",
      hint: "At api.slack.com/apps: your app, Incoming Webhooks, Add New Webhook, Copy.",
    },
  ],
  telegram: [
    {
      name: "token",
      label: "Token of the bot",
      placeholder: "123456789:AA…",
      hint: "Write /newbot to @BotFather in Telegram: its answer has the token.",
    },
    {
      name: "chat",
      label: "Chat",
      placeholder: "-1001234567890",
      hint: "Press Start in the chat with your bot, or add it to a group and write there. Then api.telegram.org/botTOKEN/getUpdates shows the chat's id. A public channel is @ and its name.",
    },
  ],
  ntfy: [
    {
      name: "url",
      label: "Server and topic",
      placeholder: "https://ntfy.sh/my-secret-topic",
      hint: "Choose a topic that nobody guesses, and subscribe to it in the ntfy app.",
    },
    {
      name: "token",
      label: "Access token (only for a topic that needs one)",
      placeholder: "tk_…",
      hint: "In ntfy: Account, Access tokens, Create access token.",
    },
  ],
};

/** The request that makes the target. An empty token of ntfy is left out. */
export function chatBody({ format, url, token, chat }: ChatDraft): RequestOf<"createTarget"> {
  const kind = "webhook";
  if (format === "telegram") return { kind, format, token, chat };
  if (format === "ntfy") return { kind, format, url, ...(token.trim() !== "" && { token }) };
  return { kind, format, url };
}
