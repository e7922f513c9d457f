/**
 * PURE. What a chat service takes: one row a format, from the service's public documentation. Names and values arrive as
 * text, and nobody is mentioned by them.
 */

import { CHAT_NAMES } from "../../broker/contract/chat-names.ts";
import type { Attempt, ChatAddress, ChatFormat } from "../../broker/contract/watch.ts";
import { VERSION } from "../contract/version.ts";
import { cutText, plainText } from "./chat-text.ts";

/** A message before it is written for a service. `time` and `link` are ours; people and devices chose the rest. */
export interface ChatWords {
  title: string;
  /** What happened, and the value; each is a line. */
  lines: readonly string[];
  time: string | null;
  /** The device's page, or the first one. */
  link: string | null;
  state: "raised" | "cleared" | "test";
}

export interface ChatRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** What a service answered. `retryAfterMs`: of its header; 0 without one. */
export interface ChatAnswer {
  status: number;
  body: string;
  retryAfterMs: number;
}

type Json = Record<string, unknown>;

/** An answer that stays the same until the owner acts: it ends the target, which a test that works turns on again. */
type Ending = readonly [says: RegExp, remedy: string | ((answer: Json) => string)];

interface FormatRow {
  /** Of the content, as `size` counts it. */
  limit: number;
  size: (text: string) => number;
  /** A text in which the service finds no name of an emoji, mention or command. */
  calm?: (text: string) => string;
  /** One character as the service shows it unchanged. */
  escape: (character: string) => string;
  url: (address: ChatAddress) => string;
  /** Where the service demands more than a name. `page`: the origin of this service's page. */
  userAgent?: (page: string) => string;
  fields: (content: string, words: ChatWords, address: ChatAddress) => Json;
  isDelivered: (status: number, body: string) => boolean;
  /** Seconds that the answer's body asks to wait. */
  retryAfter: (answer: Json) => unknown;
  /** What the service says about a failure, in its own words. */
  said: (answer: Json, body: string) => unknown;
  endings: readonly Ending[];
}

const utf16 = (text: string) => text.length;
/** Bytes in the JSON of a request: quotes and backslashes count twice. */
const jsonBytes = (text: string) => new TextEncoder().encode(JSON.stringify(text)).length - 2;
const same = (character: string) => character;
const SLACK_ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
/** Keeps two characters apart without being seen. */
const JOINER = "\u2060";

const FORMATS: Record<ChatFormat, FormatRow> = {
  // docs.discord.com: resources/webhook "Execute Webhook", topics/rate-limits, topics/opcodes-and-status-codes
  discord: {
    limit: 2000,
    size: utf16,
    // a keycap is a sign and two characters that follow it
    escape: (character) => character.replace(/[\\*_~`|>#<[\]():@-](?!\ufe0f?\u20e3)/g, "\\$&"),
    url({ url }) {
      const execute = new URL(url);
      const thread = execute.searchParams.get("thread_id");
      // without `wait` a message that is not saved is no error
      execute.search = new URLSearchParams({ wait: "true", ...(thread && { thread_id: thread }) }).toString();
      return execute.href;
    },
    // reference: "User Agent"; others may be blocked
    userAgent: (page) => `DiscordBot (${page}, ${VERSION}) Switchyard`,
    // flag 4: no preview of the link
    fields: (content) => ({ content, allowed_mentions: { parse: [] }, flags: 4 }),
    isDelivered: (status) => status === 200 || status === 204,
    retryAfter: (answer) => answer.retry_after,
    said: (answer) => answer.message,
    endings: [
      [/"code": ?220001\b/, "Add it again with ?thread_id= and the number of a thread."],
      [/^40[14]/, "Make a new webhook in Discord, and add it here as a new target."],
    ],
  },
  // docs.slack.dev: "Sending messages using incoming webhooks", "Formatting message text", "Rate limits"
  slack: {
    limit: 4000,
    size: utf16,
    calm: (text) => text.replace(/:(?=[\w+-]+:)/g, `:${JOINER}`),
    escape: (character) => character.replace(/[&<>]/g, (found) => SLACK_ENTITIES[found] ?? found),
    url: ({ url }) => url,
    fields: (text) => ({ text, mrkdwn: false, unfurl_links: false }),
    isDelivered: (status, body) => status === 200 && body.trim() === "ok",
    retryAfter: () => undefined,
    said: (answer, body) => answer.error ?? body,
    endings: [
      [/^410|channel_(is_archived|not_found)/, "Add a webhook of another channel as a new target."],
      [/action_prohibited|posting_to_general/, "Ask an administrator of Slack to allow this webhook."],
      [/^40[34]|user_not_found/, "Make a new webhook in Slack, and add it here as a new target."],
    ],
  },
  // core.telegram.org/bots/api: "Making requests", "sendMessage", "ResponseParameters"
  telegram: {
    limit: 4096,
    size: utf16,
    // mentions, tags and commands are found in plain text, too: each needs a letter after its sign
    calm: (text) => text.replace(/[@#/$](?=[\p{L}\p{N}_])/gu, `$&${JOINER}`),
    escape: same,
    url: ({ url, token }) => `${url}/bot${token}/sendMessage`,
    fields: (text, _, { chat }) => ({
      chat_id: chat,
      text,
      link_preview_options: { is_disabled: true },
    }),
    isDelivered: (status, body) => status === 200 && parsed(body).ok === true,
    retryAfter: ({ parameters }) => objectOf(parameters).retry_after,
    said: (answer) => answer.description,
    endings: [
      [
        /migrate_to_chat_id/,
        ({ parameters }) =>
          `Add it again with the chat ${plainText(String(objectOf(parameters).migrate_to_chat_id), 30)}.`,
      ],
      [/^40[14]/, "Copy the token from @BotFather again, and add it here as a new target."],
      [/^403/, "Press Start in the chat with the bot, or add the bot to the chat. Then press Send Test."],
      [
        /chat not found|chat_id is empty/,
        "Press Start in the chat with the bot, or add the bot to the chat. Then press Send Test, or correct the chat.",
      ],
    ],
  },
  // docs.ntfy.sh: "Publish as JSON", "Limitations"; an answer of a published message has the event `message`
  ntfy: {
    // a longer message becomes a file
    limit: 4096,
    size: jsonBytes,
    escape: same,
    url: ({ url }) => `${new URL(url).origin}/`,
    fields: (message, { title, link, state }, { url }) => ({
      topic: topicOf(url),
      // a title of this form is decoded as an encoded word (RFC 2047)
      title: cutText(
        plainText(title).replaceAll("=?", `=${JOINER}?`),
        { size: jsonBytes, escape: same },
        500,
      ),
      message,
      ...(link !== null && { click: link }),
      ...(state !== "test" && { tags: [state === "raised" ? "warning" : "white_check_mark"] }),
    }),
    isDelivered: (status, body) => status === 200 && parsed(body).event === "message",
    retryAfter: () => undefined,
    said: (answer) => answer.error,
    endings: [
      [/^40[13]/, "Add it again with an access token that may write to this topic."],
      [/^404|"code": ?40009\b/, "Check the address, and add it here as a new target."],
    ],
  },
};

const topicOf = (url: string): string => new URL(url).pathname.slice(1);

/** The request of a message. Its time and link are kept; what is before them is cut at the service's limit. */
export function chatRequest(format: ChatFormat, words: ChatWords, address: ChatAddress): ChatRequest {
  const row = FORMATS[format];
  const { title, lines, time, link } = words;
  // the app of ntfy shows title and link beside the message
  const isBeside = format === "ntfy";
  const said = [...(isBeside ? [] : [title]), ...lines].map((line) => plainText(line));
  const end = [time, isBeside ? null : link].flatMap((line) => (line === null ? [] : `\n${line}`)).join("");
  const { calm = same } = row;
  const content = cutText(said.map(calm).join("\n"), row, row.limit - row.size(end)) + end;
  return {
    url: row.url(address),
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "User-Agent":
        row.userAgent?.(link === null ? "http://localhost" : new URL(link).origin) ?? "Switchyard",
      ...(format === "ntfy" && address.token !== undefined && { Authorization: `Bearer ${address.token}` }),
    },
    body: JSON.stringify(row.fields(content, words, address)),
  };
}

/** Longer waits have no meaning for a notice. Milliseconds. */
const LONGEST_WAIT = 7 * 86_400_000;
/** Failures of the client that pass by themselves: RFC 9110, 15.5.9; RFC 8470, 5.2; RFC 6585, 4. */
const PASSING = [408, 425, 429];
/** Characters of a service's words. */
const MAX_SAID = 200;

/** What an answer means. Its `detail` has the service's words without secrets. */
export function chatAttempt(format: ChatFormat, answer: ChatAnswer, address: ChatAddress): Attempt {
  const row = FORMATS[format];
  const { status, body } = answer;
  if (row.isDelivered(status, body))
    return { outcome: "delivered", detail: `${CHAT_NAMES[format]} took it.` };
  const detail = failureText(format, answer, address);
  const isTemporary = status >= 500 || status < 400 || PASSING.includes(status);
  if (isTemporary) {
    const waitMs = Math.max(answer.retryAfterMs, secondsAsMs(row.retryAfter(parsed(body))));
    return { outcome: "failed", detail, ...(waitMs > 0 && { retryAfterMs: waitMs }) };
  }
  const [, remedy] = row.endings.find(([says]) => says.test(`${status} ${body}`)) ?? [];
  if (remedy === undefined) return { outcome: "refused", detail };
  const then = typeof remedy === "string" ? remedy : remedy(parsed(body));
  return { outcome: "gone", detail: `${detail} ${then}` };
}

function failureText(format: ChatFormat, { status, body }: ChatAnswer, address: ChatAddress): string {
  const name = CHAT_NAMES[format];
  if (status >= 300 && status < 400) return `${name} answered ${status}. Redirects are not followed.`;
  const words = FORMATS[format].said(parsed(body), body);
  // a cut could leave a part of a secret
  const text =
    typeof words === "string"
      ? plainText(withoutSecrets(plainText(words), address), MAX_SAID).replace(/\.$/, "")
      : "";
  if (status < 300) return `${name} does not answer ${status} in this way${text && `: ${text}`}.`;
  return `${name} answered ${status}${text && `: ${text}`}.`;
}

/** A body's wish in seconds, bounded; 0 for what is no time. */
const secondsAsMs = (seconds: unknown): number =>
  typeof seconds === "number" && seconds > 0 ? Math.min(Math.ceil(seconds * 1000), LONGEST_WAIT) : 0;

/** A service may repeat parts of its address. Parts shorter than this are words such as `api`. Characters. */
const MIN_SECRET = 4;

function withoutSecrets(text: string, { url, token = "" }: ChatAddress): string {
  const parts = [token, ...token.split(":"), ...new URL(url).pathname.split("/")];
  return parts
    .filter((part) => part.length >= MIN_SECRET)
    .reduce((clean, part) => clean.replaceAll(part, "…"), text);
}

function parsed(text: string): Json {
  try {
    const value: unknown = JSON.parse(text);
    return objectOf(value);
  } catch {
    return {};
  }
}

const objectOf = (value: unknown): Json =>
  typeof value === "object" && value !== null ? (value as Json) : {};
