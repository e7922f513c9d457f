/**
 * What Discord, Slack, Telegram and ntfy take and refuse, and what their apps show of it: written from their public
 * documentation. Fields that the documentation does not name are refused here, so that a wrong name is found.
 */

export type Json = Record<string, unknown>;

export interface ChatPost {
  path: string;
  query: URLSearchParams;
  type: string;
  authorization: string;
  agent: string;
  /** As it arrived. */
  text: string;
  body: Json;
}

interface Answer {
  status: number;
  body: Json | string;
}

/** What a person reads, and who is called by it. */
export interface Shown {
  text: string;
  /** Mentions, tags, commands, markup and emoji that the service made of the text. */
  made: string[];
}

interface ServiceRules {
  isAt: (path: string) => boolean;
  /** Null when the service takes it. */
  refusal: (post: ChatPost) => Answer | null;
  taken: (post: ChatPost) => Answer;
  limited: (seconds: number) => Answer;
  show: (body: Json) => Shown;
}

export const TOKENS = {
  discord: "aW50ZWdyYXRpb24tdG9rZW4tb2YtZGlzY29yZC13ZWJob29rcy1hcmUtbG9uZw",
  slack: "c2xhY2stdG9rZW4tb2YtMjQt",
  telegram: "7001234567:AAE-tokenOfABotHas35CharactersAfter",
  ntfy: "tk_accesstokenofthirtytwochars12",
} as const;
export const WEBHOOK_PATHS = {
  discord: `/api/webhooks/1180000000000000001/${TOKENS.discord}`,
  slack: `/services/T0AAAAAAA/B0BBBBBBB/${TOKENS.slack}`,
} as const;
export const CHATS = {
  known: "-1001234567890",
  blocked: "42",
  kicked: "-43",
  upgraded: "-44",
  absent: "-45",
};
export const TOPICS = { open: "greenhouse", reserved: "reserved" };

const unknownFields = (body: Json, known: readonly string[]) =>
  Object.keys(body).filter((name) => !known.includes(name));
const isText = (value: unknown): value is string => typeof value === "string";
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([all]) => all);

const invalidForm = (message: string): Answer => ({
  status: 400,
  body: { message: "Invalid Form Body", code: 50035, errors: { content: { _errors: [{ message }] } } },
});
const DISCORD_FIELDS = [
  ..."content username avatar_url tts embeds allowed_mentions components attachments flags".split(" "),
  ..."thread_name applied_tags poll".split(" "),
];
/** SUPPRESS_EMBEDS, SUPPRESS_NOTIFICATIONS and IS_COMPONENTS_V2. */
const DISCORD_FLAGS = 4 | 4096 | 32768;

const discord: ServiceRules = {
  isAt: (path) => path.startsWith("/api/"),
  refusal({ path, body, type, agent }) {
    if (!/^DiscordBot \(https?:\/\/[^ ,]+, \d[\w.-]*\)/.test(agent))
      return { status: 403, body: "error code: 1010" };
    const { content, flags = 0, allowed_mentions: mentions } = body;
    const [, token] = /^\/api\/webhooks\/1180000000000000001\/([\w-]+)$/.exec(path) ?? [];
    if (token === undefined) return { status: 404, body: { message: "Unknown Webhook", code: 10015 } };
    if (token !== TOKENS.discord) {
      return { status: 401, body: { message: "Invalid Webhook Token", code: 50027 } };
    }
    if (!type.startsWith("application/json")) return invalidForm("Expected application/json");
    const [unknown] = unknownFields(body, DISCORD_FIELDS);
    if (unknown !== undefined) return invalidForm(`Unknown field ${unknown}`);
    if (!isText(content) || content === "") {
      return { status: 400, body: { message: "Cannot send an empty message", code: 50006 } };
    }
    if ([...content].length > 2000) return invalidForm("Must be 2000 or fewer in length.");
    if (typeof flags !== "number" || (flags & ~DISCORD_FLAGS) !== 0) return invalidForm("Wrong flags");
    const { parse = [] } = (mentions ?? {}) as { parse?: string[] };
    const isKnown = parse.every((each) => ["roles", "users", "everyone"].includes(each));
    return isKnown ? null : invalidForm("Unknown mention type");
  },
  taken: ({ query, body }) =>
    query.get("wait") === "true"
      ? { status: 200, body: { id: "1", type: 0, content: body.content, mentions: [], tts: false } }
      : { status: 204, body: "" },
  limited: (seconds) => ({
    status: 429,
    body: { message: "You are being rate limited.", retry_after: seconds, global: false },
  }),
  show(body) {
    const content = String(body.content);
    const mayMention = (body.allowed_mentions as { parse?: string[] } | undefined)?.parse?.length !== 0;
    // escaped characters are out of the way while markup is looked for
    const bare = content.replace(/\\[^0-9A-Za-z\s]/g, "").replace(/https?:\/\/\S+/g, "");
    const markup = matches(bare, /\*|_|~~|`|\|\||^#{1,3} |^>{1,3} |^-#? |<[@#:at/]|\[|:\w+:/gm);
    const mentions = mayMention ? matches(content, /@(everyone|here)/g) : [];
    return { text: content.replace(/\\([^0-9A-Za-z\s])/g, "$1"), made: [...markup, ...mentions] };
  },
};

const SLACK_FIELDS = "text blocks attachments thread_ts mrkdwn unfurl_links unfurl_media metadata".split(" ");

const slack: ServiceRules = {
  isAt: (path) => path.startsWith("/services/"),
  refusal({ path, body, text }) {
    if (path.startsWith("/services/T0AAAAAAA/B0ARCHIVE/"))
      return { status: 410, body: "channel_is_archived" };
    if (path.startsWith("/services/T0AAAAAAA/B0DENIED/")) return { status: 403, body: "action_prohibited" };
    if (!path.startsWith("/services/T0AAAAAAA/B0BBBBBBB/")) return { status: 404, body: "no_service" };
    if (path !== WEBHOOK_PATHS.slack) return { status: 403, body: "invalid_token" };
    if (text === "" || unknownFields(body, SLACK_FIELDS).length > 0) {
      return { status: 400, body: "invalid_payload" };
    }
    if (!isText(body.text) || body.text === "") return { status: 400, body: "no_text" };
    return body.text.length > 40_000 ? { status: 400, body: "msg_too_long" } : null;
  },
  taken: () => ({ status: 200, body: "ok" }),
  limited: () => ({ status: 429, body: { ok: false, error: "ratelimited" } }),
  show(body) {
    const text = String(body.text);
    const controls = matches(text, /<[^>]*>|&(?!amp;|lt;|gt;)/g);
    const emoji = matches(text, /:[\w+-]+:/g);
    const markup = body.mrkdwn === false ? [] : matches(text, /\*[^*]+\*|_[^_]+_|~[^~]+~|`/g);
    const calls = body.link_names ? matches(text, /@\w+/g) : [];
    const plain = text.replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&amp;/g, "&");
    return { text: plain, made: [...controls, ...emoji, ...markup, ...calls] };
  },
};

const telegramError = (status: number, description: string, parameters?: Json): Answer => ({
  status,
  body: { ok: false, error_code: status, description, ...(parameters && { parameters }) },
});
const TELEGRAM_FIELDS = [
  ..."business_connection_id chat_id message_thread_id text parse_mode entities".split(" "),
  ..."link_preview_options disable_notification protect_content allow_paid_broadcast".split(" "),
  ..."message_effect_id reply_parameters reply_markup".split(" "),
];

const telegram: ServiceRules = {
  isAt: (path) => path.startsWith("/bot"),
  refusal({ path, body }) {
    if (!path.includes(":")) return telegramError(404, "Not Found");
    if (path !== `/bot${TOKENS.telegram}/sendMessage`) return telegramError(401, "Unauthorized");
    const [unknown] = unknownFields(body, TELEGRAM_FIELDS);
    if (unknown !== undefined) return telegramError(400, `Bad Request: unknown field ${unknown}`);
    const { text } = body;
    const chat = String(body.chat_id ?? "");
    if (chat === "") return telegramError(400, "Bad Request: chat_id is empty");
    if (chat === CHATS.blocked) return telegramError(403, "Forbidden: bot was blocked by the user");
    if (chat === CHATS.kicked) return telegramError(403, "Forbidden: bot was kicked from the group chat");
    if (chat === CHATS.upgraded) {
      const moved = { migrate_to_chat_id: Number(CHATS.known) };
      return telegramError(400, "Bad Request: group chat was upgraded to a supergroup chat", moved);
    }
    if (chat !== CHATS.known) return telegramError(400, "Bad Request: chat not found");
    if (!isText(text) || text.trim() === "") return telegramError(400, "Bad Request: message text is empty");
    if (text.length > 4096) return telegramError(400, "Bad Request: message is too long");
    const isBroken = body.parse_mode !== undefined && /[<*_[]/.test(text);
    return isBroken ? telegramError(400, "Bad Request: can't parse entities") : null;
  },
  taken: ({ body }) => ({
    status: 200,
    body: { ok: true, result: { message_id: 1, date: 1, text: body.text } },
  }),
  limited: (seconds) =>
    telegramError(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds }),
  show(body) {
    const text = String(body.text);
    const bare = text.replace(/https?:\/\/\S+/g, "");
    const found = matches(bare, /(?<!\w)(@\w{2,32}|#[\p{L}\p{N}_]+|\$[A-Z]{3,8}|\/\w+)/gu);
    return { text: text.replaceAll("\u2060", ""), made: found };
  },
};

const ntfyError = (code: number, error: string): Answer => ({
  status: Math.floor(code / 100),
  body: { code, http: Math.floor(code / 100), error, link: "https://ntfy.sh/docs/publish/" },
});
const NTFY_FIELDS = [
  ..."topic message title tags priority actions click attach markdown icon filename delay email".split(" "),
  ..."call cache firebase sequence_id".split(" "),
];
/** MIME encoded words are decoded in titles, also in those of JSON. */
const ENCODED_WORD = /=\?[\w-]+\?[bq]\?[^?]*\?=/gi;

const ntfy: ServiceRules = {
  isAt: () => true,
  refusal({ path, body, text, authorization }) {
    if (path !== "/") return ntfyError(40401, "page not found");
    if (text.length > 2 * 4096) return ntfyError(41303, "JSON body too large");
    const [unknown] = unknownFields(body, NTFY_FIELDS);
    if (unknown !== undefined) return ntfyError(40017, `request body must be message JSON: ${unknown}`);
    const { topic, message, title = "", priority = 3, tags = [] } = body;
    if (!isText(topic) || !/^[-_A-Za-z0-9]{1,64}$/.test(topic)) {
      return ntfyError(40009, "invalid request: topic invalid");
    }
    if (authorization !== "" && authorization !== `Bearer ${TOKENS.ntfy}`) {
      return ntfyError(40101, "unauthorized");
    }
    if (topic === TOPICS.reserved && authorization === "") return ntfyError(40301, "forbidden");
    if (!Number.isInteger(priority) || Number(priority) < 1 || Number(priority) > 5) {
      return ntfyError(40007, "invalid priority parameter");
    }
    if (!Array.isArray(tags) || !isText(title)) return ntfyError(40017, "request body must be message JSON");
    // it would become a file, which no phone shows as text
    const isFile = !isText(message) || new TextEncoder().encode(message).length > 4096;
    return isFile ? ntfyError(40014, "attachments not allowed") : null;
  },
  taken: ({ body }) => ({ status: 200, body: { id: "hwQ2YpKdmg", event: "message", topic: body.topic } }),
  limited: () => ntfyError(42901, "limit reached: too many requests"),
  show(body) {
    const title = String(body.title ?? "");
    const markup = body.markdown === true ? matches(String(body.message), /[*_`[#]/g) : [];
    return {
      text: `${title}\n${body.message}`.replaceAll("\u2060", ""),
      made: [...matches(title, ENCODED_WORD), ...markup],
    };
  },
};

export const SERVICES = { discord, slack, telegram, ntfy };
