/** Which addresses the targets of chat services may have, and what a wrong one should be instead. */

import { CHAT_NAMES } from "../../broker/contract/chat-names.ts";
import type { ChatAddress, ChatFormat } from "../../broker/contract/watch.ts";
import type { BodyOf } from "../contract/api.ts";
import { CHAT_HOSTS, isOnlyChat, serviceAt } from "../contract/chat-hosts.ts";
import type { Env } from "../env.ts";
import { isLocal } from "./host-names.ts";
import { webhookAddressProblem } from "./target-address.ts";

type WebhookBody = Extract<BodyOf<"createTarget">, { kind: "webhook" }>;
type Problem = [field: "url" | "token" | "chat", sentence: string];

interface ServiceRow {
  path: RegExp;
  /** Where its owner copies the address. */
  where: string;
}

const SERVICES: Record<ChatFormat, ServiceRow> = {
  discord: {
    path: /^\/api\/(v\d+\/)?webhooks\/\d+\/[\w-]+$/,
    where: "Copy it in Discord: Server Settings, Integrations, Webhooks, Copy Webhook URL.",
  },
  slack: {
    path: /^\/services\/\w+\/\w+\/\w+$/,
    where: "Copy it at api.slack.com/apps: your app, Incoming Webhooks, Add New Webhook.",
  },
  telegram: { path: /^\/$/, where: "" },
  ntfy: {
    path: /^\/[\w-]{1,64}$/,
    where: "It is the server and the topic, such as https://ntfy.sh/my-topic.",
  },
};

const BOT_TOKEN = /^\d{1,19}:[\w-]{30,60}$/;
const CHAT = /^(-?\d{1,19}|@[A-Za-z]\w{3,31})$/;
const ACCESS_TOKEN = /^tk_\w{20,80}$/;

const NO_BOT_TOKEN =
  "This is no token of a Telegram bot. Copy it from @BotFather: digits, a colon and 35 characters, without an address around it.";
const NO_CHAT = "Enter the chat's number, such as -1001234567890, or @ and the name of a public channel.";
const NO_ACCESS_TOKEN =
  "This is no access token of ntfy, which begins with tk_. Make one in ntfy: Account, Access tokens.";

/** Telegram's server, or one of the operator's own. */
const telegramUrl = (env: Env): string => env.TELEGRAM_URL?.replace(/\/+$/, "") || "https://api.telegram.org";

/** Null when a webhook of any format may have this address; otherwise the field and a sentence. */
export function webhookProblem(env: Env, body: WebhookBody): Problem | null {
  if (body.format === "telegram") {
    const problem = webhookAddressProblem(env, telegramUrl(env));
    if (problem !== null) return ["token", `TELEGRAM_URL of this service cannot be used. ${problem}`];
    if (!BOT_TOKEN.test(body.token)) return ["token", NO_BOT_TOKEN];
    return CHAT.test(body.chat) ? null : ["chat", NO_CHAT];
  }
  const problem = urlProblem(env, body);
  if (problem !== null) return ["url", problem];
  const isWrongToken = body.format === "ntfy" && body.token !== undefined && !ACCESS_TOKEN.test(body.token);
  return isWrongToken ? ["token", NO_ACCESS_TOKEN] : null;
}

type UrlFormat = Exclude<ChatFormat, "telegram">;

function urlProblem(env: Env, { format: given, url }: Extract<WebhookBody, { url: string }>): string | null {
  const format = given === "cloudevents" || given === undefined ? null : given;
  // a token or a name where an address belongs
  if (format !== null && !/^https?:\/\//i.test(url)) return noAddressOf(format);
  return webhookAddressProblem(env, url) ?? formatProblem(format, new URL(url));
}

const noAddressOf = (format: UrlFormat): string => {
  const { where } = SERVICES[format];
  return `This is no address of ${CHAT_NAMES[format]}${format === "ntfy" ? "" : "'s webhooks"}. ${where}`;
};

/** Null when the address fits the format, and that of CloudEvents without one. */
export function formatProblem(format: UrlFormat | null, url: URL): string | null {
  const { hostname } = url;
  const service = serviceAt(hostname);
  if (service !== null && service !== format && (format !== null || isOnlyChat(hostname))) {
    const name = CHAT_NAMES[service];
    const more = service === "telegram" ? ", and give the bot's token and the chat" : "";
    return `This is an address of ${name}. Choose ${name} (format ${service})${more}.`;
  }
  if (format === null) return null;
  const own = SERVICES[format];
  // a server of ntfy may be anywhere; a desk's network may have a stand-in of the others
  const isItsHost = format === "ntfy" || CHAT_HOSTS[format].includes(hostname) || isLocal(hostname);
  const isItsPath = own.path.test(url.pathname.replace(/(.)\/$/, "$1"));
  return isItsHost && isItsPath ? null : noAddressOf(format);
}

/** What is sealed of a target, and what is stored in the open; null for a webhook of CloudEvents. */
export function chatAddressIn(
  env: Env,
  body: WebhookBody,
): { sealed: ChatAddress; format: ChatFormat; url: string; chat?: string } | null {
  const { format } = body;
  if (format === undefined || format === "cloudevents") return null;
  if (format === "telegram") {
    const { token, chat } = body;
    const url = telegramUrl(env);
    return { sealed: { url, token, chat }, format, url: new URL(url).origin, chat };
  }
  const url = new URL(body.url);
  // its former name, which may redirect one day
  if (url.hostname === "discordapp.com") url.hostname = "discord.com";
  url.hash = "";
  url.pathname = url.pathname.replace(/(.)\/$/, "$1");
  const token = format === "ntfy" ? body.token : undefined;
  return { sealed: { url: url.href, ...(token !== undefined && { token }) }, format, url: url.origin };
}
