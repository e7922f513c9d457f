/** Watches and targets: how they are made, and the message for each mistake. */

import { aTarget, aWatch } from "../nouns.ts";
import { type GoldenRow, goldenRow, NOT_FOUND, validationErrors } from "./row.ts";

const WATCHES = "/v0/watches/";
const TARGETS = "/v0/targets/";
const when = { device: "{device}", lost_for: "PT5M" };
const body = { name: "Lamp is lost", when, targets: [] };
const made = (more: object) => ({
  ...aWatch({
    id: "<uuid>",
    ...body,
    enabled: true,
    state: "pending",
    since: "<moment>",
    next_at: "<moment>",
  }),
  ...more,
});
const target = (more: object) => ({
  ...aTarget({ id: "<uuid>", confirmed: true, created_at: "<moment>" }),
  secret: null,
  ...more,
});

const ONE =
  "Use one of lost_for, silent_for, above, below, not_taken_for, differs_for, increase_above or events.";
const DURATION = "Use an ISO 8601 duration of weeks, days, hours, minutes and seconds, such as PT10M.";
const NO_LENGTH = "Years and months have no fixed length: use weeks, days or hours, such as P30D.";
const threshold = { device: "{device}", key: "t", above: 8 };
const FAN_ON = { label: "Fan on", state: true };
const FOREIGN = "This field does not belong to the condition.";
const mistakes = (
  [
    ["when", "is missing", undefined, "This field is required."],
    ["when", "is no object", "lost", "Invalid data. Expected a dictionary, but got str."],
    ["when", "says nothing", { device: "{device}" }, ONE],
    ["when", "says two things", { ...when, not_taken_for: "PT1M" }, ONE],
    ["when", "has no device", { lost_for: "PT5M" }, "Enter the id of a device."],
    ["when", "has no key", { device: "{device}", silent_for: "auto" }, "Enter the key of the value."],
    ["when", "has no control", { device: "{device}", differs_for: "PT30S" }, "Enter the key of the value."],
    ["when", "has a foreign field", { ...when, clear: 7 }, `clear: ${FOREIGN}`],
    ["when", "has no duration", { ...when, lost_for: "5 minutes" }, DURATION],
    ["when", "lasts no time", { ...when, lost_for: "PT0S" }, "This duration must be one second or more."],
    ["when", "lasts too long", { ...when, lost_for: "P31D" }, "This duration is too long."],
    ["when", "lasts a month", { ...when, lost_for: "P1M" }, NO_LENGTH],
    ["repeat", "lasts half a year", "P0.5Y", NO_LENGTH],
    [
      "when",
      "names an unknown device",
      { ...when, device: "{random}" },
      'Invalid pk "{random}" - object does not exist.',
    ],
    ["when", "names no event", { events: [] }, "Name at least one event."],
    [
      "when",
      "names an unknown event",
      { events: ["exploded"] },
      'events.0: "exploded" is not a valid choice.',
    ],
    ["when", "has text as threshold", { ...threshold, above: "8" }, "A valid number is required."],
    [
      "when",
      "clears beyond its threshold",
      { ...threshold, clear: 9 },
      "A watch clears on the other side of its threshold, or at it.",
    ],
    ["targets", "is missing", undefined, "This field is required."],
    ["targets", "names an unknown one", ["{random}"], '0: Invalid pk "{random}" - object does not exist.'],
    ["repeat", "is too often", "PT59S", "A notice repeats every minute at most: PT1M or more."],
    ["enabled", "is no boolean", "perhaps", "Must be a valid boolean."],
    ["name", "is blank", " ", "This field may not be blank."],
    ["actions", "has two", [FAN_ON, FAN_ON], "Ensure this field has no more than 1 elements."],
    ["actions", "is no list", "Fan on", 'Expected a list of items but got type "str".'],
    ["actions", "has no button", [{ state: true }], "0.label: This field is required."],
    [
      "actions",
      "has a button of 300 emoji",
      [{ ...FAN_ON, label: "😀".repeat(300) }],
      "0.label: Ensure this field has no more than 30 characters.",
    ],
    ["actions", "does nothing", [{ label: "Fan on", set: {} }], "Give a state, values of controls, or both."],
    [
      "actions",
      "sets a control that the device does not have",
      [{ label: "Fan on", set: { speed: 1 } }],
      "The device has no control `speed`. Declare its controls first.",
    ],
    [
      "actions",
      "switches a device that does not exist",
      [{ ...FAN_ON, device: "{random}" }],
      "Name the watch's device, or one that its targets switch.",
    ],
  ] as const
).map(([field, because, value, sentence]) =>
  goldenRow("owner", `POST ${WATCHES}`, `${field} ${because}`, {
    json: { ...body, [field]: value },
    ...validationErrors({ [field]: [sentence] }),
  }),
);

const DISCORD = "https://discord.com/api/webhooks/1180000000000000001/aW50ZWdyYXRpb24tdG9rZW4";
const SLACK = "https://hooks.slack.com/services/T0AAAAAAA/B0BBBBBBB/c2xhY2stdG9rZW4tb2YtMjQ";
const BOT_TOKEN = "7001234567:AAE-tokenOfABotHas35CharactersAfter";
const ACCESS_TOKEN = "tk_accesstokenofthirtytwochars12";

const targetMistakes = (
  [
    ["no kind", {}, { kind: ["Use one of push, mail, webhook and device."] }],
    ["a webhook without an address", { kind: "webhook" }, { url: ["This field is required."] }],
    [
      "a device that is not switched",
      { kind: "device", device: "{device}" },
      { raised: ["Say what is done with the device when it is raised, cleared, or both."] },
    ],
    [
      "nothing is done with the device",
      { kind: "device", device: "{device}", raised: { state: true }, cleared: { set: {} } },
      { cleared: ["Give a state, values of controls, or both."] },
    ],
    [
      "a control that the device does not have",
      { kind: "device", device: "{device}", raised: { set: { speed: 1 } } },
      { raised: ["The device has no control `speed`. Declare its controls first."] },
    ],
    [
      "an unknown device",
      { kind: "device", device: "{random}", raised: { state: true } },
      { device: ['Invalid pk "{random}" - object does not exist.'] },
    ],
    ["push without a subscription", { kind: "push" }, { subscription: ["This field is required."] }],
    [
      "a format that does not exist",
      { kind: "webhook", format: "irc", url: DISCORD },
      { format: ["Use one of cloudevents, discord, slack, telegram and ntfy."] },
    ],
    [
      "a token and a chat that are too long",
      { kind: "webhook", format: "telegram", token: `1:${"a".repeat(99)}`, chat: `-${"1".repeat(40)}` },
      {
        token: ["Ensure this field has no more than 100 characters."],
        chat: ["Ensure this field has no more than 40 characters."],
      },
    ],
    [
      "an address that is too long",
      { kind: "webhook", format: "ntfy", url: `https://ntfy.sh/${"a".repeat(1985)}` },
      { url: ["Ensure this field has no more than 2000 characters."] },
    ],
    [
      "Discord without an address",
      { kind: "webhook", format: "discord" },
      { url: ["This field is required."] },
    ],
    [
      "Telegram with an address",
      { kind: "webhook", format: "telegram", url: DISCORD },
      { token: ["This field is required."], chat: ["This field is required."] },
    ],
    [
      "an address of Discord with the format of Slack",
      { kind: "webhook", format: "slack", url: DISCORD },
      { url: ["This is an address of Discord. Choose Discord (format discord)."] },
    ],
    [
      "an address of Slack without a format",
      { kind: "webhook", url: SLACK },
      { url: ["This is an address of Slack. Choose Slack (format slack)."] },
    ],
    [
      "an address of Telegram without a format",
      { kind: "webhook", url: `https://api.telegram.org/bot${BOT_TOKEN}/sendMessage?chat_id=1` },
      {
        url: [
          "This is an address of Telegram. Choose Telegram (format telegram), and give the bot's token and the chat.",
        ],
      },
    ],
    [
      "a page of Discord",
      { kind: "webhook", format: "discord", url: "https://discord.com/channels/1/2" },
      {
        url: [
          "This is no address of Discord's webhooks. Copy it in Discord: Server Settings, Integrations, Webhooks, Copy Webhook URL.",
        ],
      },
    ],
    [
      "another host with the format of Discord",
      { kind: "webhook", format: "discord", url: DISCORD.replace("discord.com", "discord.com.example.org") },
      {
        url: [
          "This is no address of Discord's webhooks. Copy it in Discord: Server Settings, Integrations, Webhooks, Copy Webhook URL.",
        ],
      },
    ],
    [
      "a workflow of Slack",
      { kind: "webhook", format: "slack", url: "https://hooks.slack.com/triggers/T0/1/a" },
      {
        url: [
          "This is no address of Slack's webhooks. Copy it at api.slack.com/apps: your app, Incoming Webhooks, Add New Webhook.",
        ],
      },
    ],
    [
      "a server of ntfy without a topic",
      { kind: "webhook", format: "ntfy", url: "https://ntfy.sh/" },
      {
        url: [
          "This is no address of ntfy. It is the server and the topic, such as https://ntfy.sh/my-topic.",
        ],
      },
    ],
    [
      "a token of Telegram with the format of ntfy",
      { kind: "webhook", format: "ntfy", url: "https://ntfy.sh/greenhouse", token: BOT_TOKEN },
      {
        token: [
          "This is no access token of ntfy, which begins with tk_. Make one in ntfy: Account, Access tokens.",
        ],
      },
    ],
    [
      "a token of ntfy with the format of Telegram",
      { kind: "webhook", format: "telegram", token: ACCESS_TOKEN, chat: "1" },
      {
        token: [
          "This is no token of a Telegram bot. Copy it from @BotFather: digits, a colon and 35 characters, without an address around it.",
        ],
      },
    ],
    [
      "the name of a person as Telegram's chat",
      { kind: "webhook", format: "telegram", token: BOT_TOKEN, chat: "Ann B." },
      {
        chat: ["Enter the chat's number, such as -1001234567890, or @ and the name of a public channel."],
      },
    ],
  ] as const
).map(([because, json, errors]) =>
  goldenRow("owner", `POST ${TARGETS}`, because, { json, ...validationErrors(errors) }),
);

export const watchRows: readonly GoldenRow[] = [
  goldenRow("empty", `GET ${WATCHES}`, "there is nothing", { answer: [] }),
  goldenRow("empty", `GET ${TARGETS}`, "there is nothing", { answer: [] }),
  goldenRow("empty", "GET /v0/notices/", "there is nothing", { answer: [] }),
  ...mistakes,
  ...targetMistakes,
  goldenRow("owner", `POST ${WATCHES}`, "all is well; the lamp was never connected", {
    json: body,
    status: 201,
    answer: made({}),
  }),
  goldenRow("owner", `POST ${WATCHES}`, "a threshold with defaults, paused", {
    json: { ...body, when: threshold, repeat: "PT1H", enabled: "no" },
    status: 201,
    answer: made({
      when: { ...threshold, clear: 8, for: "PT1M" },
      repeat: "PT1H",
      enabled: false,
      state: "clear",
      next_at: null,
    }),
  }),
  goldenRow("owner", `POST ${WATCHES}`, "a control that differs", {
    json: { ...body, when: { device: "{device}", key: "brightness", differs_for: "PT30S" } },
    status: 201,
    answer: made({
      when: { device: "{device}", key: "brightness", differs_for: "PT30S" },
      state: "clear",
      next_at: null,
    }),
  }),
  goldenRow("owner", `POST ${WATCHES}`, "a command of its device, which its notices offer", {
    json: { ...body, actions: [{ label: " ‮<b>Fan</b> ", state: false }] },
    status: 201,
    answer: made({
      actions: [{ label: "‮<b>Fan</b>", device: "{device}", state: false, set: null }],
    }),
  }),
  goldenRow("owner", `POST ${WATCHES}`, "no device of any event to switch", {
    json: { ...body, when: { events: ["connected"] }, actions: [FAN_ON] },
    ...validationErrors({
      actions: ["The watch concerns no single device, and none of its targets switches one."],
    }),
  }),
  goldenRow("owner", `POST ${TARGETS}`, "the e-mail of the account", {
    json: { kind: "mail" },
    status: 201,
    answer: target({ kind: "mail" }),
  }),
  goldenRow("owner", `POST ${TARGETS}`, "a device that is switched", {
    json: { kind: "device", device: "{device}", raised: { state: true } },
    status: 201,
    answer: target({
      kind: "device",
      device: "{device}",
      raised: { state: true, set: null },
      cleared: null,
    }),
  }),
  goldenRow("owner", `POST ${TARGETS}`, "a webhook, with its secret", {
    json: { kind: "webhook", url: "https://hooks.example.com/a" },
    status: 201,
    answer: target({
      kind: "webhook",
      address: "https://hooks.example.com/a",
      format: "cloudevents",
      confirmed: false,
      secret: "<webhook_secret>",
    }),
  }),
  ...(
    [
      ["discord", { url: `${DISCORD}?thread_id=5` }, { address: "discord.com" }],
      ["slack", { url: SLACK }, { address: "hooks.slack.com" }],
      [
        "telegram",
        { token: BOT_TOKEN, chat: "-1001234567890" },
        { address: "api.telegram.org", chat: "-1001234567890" },
      ],
      [
        "ntfy",
        { url: "https://ntfy.example.org/greenhouse", token: ACCESS_TOKEN },
        { address: "ntfy.example.org" },
      ],
    ] as const
  ).map(([format, given, shown]) =>
    goldenRow("owner", `POST ${TARGETS}`, `a chat of ${format}, whose address is a secret`, {
      json: { kind: "webhook", format, ...given },
      status: 201,
      answer: target({ kind: "webhook", format, confirmed: false, ...shown }),
    }),
  ),
  goldenRow("owner", "GET /v0/approvals/", "no order waits", { answer: [] }),
  goldenRow("owner", "POST /v0/approvals/{random}/", "an unknown order", {
    json: { allow: true },
    ...NOT_FOUND,
  }),
  goldenRow("owner", "POST /v0/notices/{random}/act/", "an unknown id", {
    json: { action: "snooze" },
    ...NOT_FOUND,
  }),
  goldenRow("owner", "POST /v0/notices/{random}/act/", "an action that does not exist", {
    json: { action: "explode" },
    ...validationErrors({ action: ['"explode" is not a valid choice.'] }),
  }),
  ...[`PUT ${WATCHES}{random}/`, `POST ${WATCHES}{random}/snooze/`].map((call) =>
    goldenRow("owner", call, "an unknown id", {
      json: { ...body, until: "2100-01-01T00:00:00Z" },
      ...NOT_FOUND,
    }),
  ),
  ...[
    `DELETE ${WATCHES}{random}/`,
    `GET ${WATCHES}{random}/notices/`,
    "POST /v0/notices/{random}/send/",
    `DELETE ${TARGETS}{random}/`,
    `POST ${TARGETS}{random}/test/`,
    `POST ${TARGETS}{random}/rotate/`,
  ].map((call) => goldenRow("owner", call, "an unknown id", NOT_FOUND)),
];
