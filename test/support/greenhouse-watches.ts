/** Watches in every state, with notices and targets, as the API returns them. */

import type { ApprovalRow } from "../../worker/contract/approvals.ts";
import type { Notice, NoticeTarget, Watch } from "../../worker/contract/watches.ts";
import { aTarget, aWatch } from "./nouns.ts";

const MINUTE_MS = 60_000;
const iso = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString();
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

const target = (number: number, kind: NoticeTarget["kind"], more: Partial<NoticeTarget>): NoticeTarget =>
  aTarget({ id: id(number), kind, confirmed: true, created_at: iso(-9_000), ...more });

export const TARGETS: NoticeTarget[] = [
  target(1, "mail", {}),
  target(2, "push", { address: "fcm.googleapis.com" }),
  target(3, "webhook", {
    format: "cloudevents",
    address: `https://hooks.example.com/${"long".repeat(20)}`,
    confirmed: false,
  }),
  target(4, "webhook", {
    format: "cloudevents",
    address: "https://old.example.com/a",
    disabled: "It answered 410: it wants no more notices.",
  }),
  target(5, "webhook", {
    format: "discord",
    address: "discord.com",
    missed: {
      since: iso(-9_000),
      detail:
        "Discord answered 404: Unknown Webhook. Make a new webhook in Discord, and add it here as a new target.",
    },
  }),
  target(6, "webhook", {
    format: "telegram",
    address: "api.telegram.org",
    chat: "-1001234567890",
    disabled:
      "Telegram answered 403: Forbidden: bot was kicked from the supergroup chat. Press Start in the chat with the bot, or add the bot to the chat. Then press Send Test.",
  }),
];

const watch = (number: number, name: string, when: Watch["when"], more: Partial<Watch>): Watch =>
  aWatch({ id: id(number), name, when, enabled: true, state: "clear", since: iso(-300), ...more });

export function greenhouseWatches([lamp = "", fan = lamp]: readonly string[]): Watch[] {
  const limit = { device: fan, key: "temperature", above: 31, clear: 30, for: "PT10M" };
  return [
    watch(
      10,
      "Porch lamp is not connected for 5 minutes",
      { device: lamp, lost_for: "PT5M" },
      {
        state: "raised",
        since: iso(-7),
        targets: [id(1), id(2)],
      },
    ),
    watch(11, "Too hot for the tomatoes", limit, { targets: [id(1)] }),
    watch(
      12,
      "Greenhouse fan sends no humidity for 1 hour",
      { device: fan, key: "humidity", silent_for: "PT1H" },
      {
        state: "snoozed",
        snoozed_until: iso(600),
        targets: [id(3)],
      },
    ),
    watch(
      13,
      "Porch lamp does not take a command for 30 seconds",
      { device: lamp, not_taken_for: "PT30S" },
      {
        state: "pending",
        since: iso(-0.2),
        next_at: iso(0.4),
      },
    ),
    watch(14, "Any device has an error", { events: ["errored"] }, { enabled: false }),
  ];
}

const delivery = (
  number: number,
  attempts: number,
  outcome: Notice["deliveries"][number]["outcome"],
  detail: string,
) => ({
  target: id(number),
  attempts,
  outcome,
  at: iso(-6),
  detail,
});
const notice = (
  number: number,
  state: Notice["state"],
  text: string,
  deliveries: Notice["deliveries"],
  more: Partial<Notice> = {},
): Notice => ({
  id: id(number),
  state,
  at: iso(20 - number),
  text,
  value: null,
  event: null,
  actions: [],
  answer: null,
  deliveries,
  watch: { id: id(10), name: "Porch lamp is not connected for 5 minutes" },
  device: { id: id(90), name: "Porch lamp" },
  ...more,
});

const ASKING: Partial<Notice> = {
  actions: [
    { action: "snooze", label: "Snooze 1 h" },
    { action: "command", label: "Porch lamp on" },
  ],
};
const ANSWERED: Partial<Notice> = {
  answer: { action: "command", at: iso(-5), target: id(2), detail: "Sent to Porch lamp: on." },
};

export const NOTICES: Notice[] = [
  notice(
    27,
    "raised",
    "Porch lamp is not connected.",
    [
      delivery(1, 1, "delivered", "It was handed to the mail service."),
      delivery(2, 2, "waiting", "It answered 503."),
      delivery(4, 3, "gone", "It answered 410: it wants no more notices."),
    ],
    ASKING,
  ),
  notice(80, "cleared", "Porch lamp is connected again.", [
    delivery(1, 1, "refused", "Confirm your e-mail address first: see your profile."),
  ]),
  notice(95, "raised", "Porch lamp is not connected.", [], ANSWERED),
  notice(
    96,
    "raised",
    "Discord does not take notices: Discord answered 404: Unknown Webhook. Make a new webhook in Discord, and add it here as a new target.",
    [],
    { lost_target: id(5) },
  ),
  notice(97, "raised", "Porch lamp connected.", [], { event: "connected" }),
  notice(
    98,
    "raised",
    "Greenhouse fan: Temperature is above 31 °C.",
    [delivery(7, 1, "delivered", "Porch lamp took it.")],
    {
      value: "Temperature: 31.4 °C",
      watch: { id: id(11), name: "Too hot for the tomatoes" },
    },
  ),
];

const order = (number: number, more: Partial<ApprovalRow>): ApprovalRow => ({
  id: id(number),
  device: { id: id(91), name: "Garden gate" },
  by: { id: id(70), name: "Claude on the laptop", kind: "token" },
  command: { state: true, set: null },
  at: iso(-1),
  ends_at: iso(4),
  state: "waiting",
  answered_at: null,
  answered_by: null,
  result: null,
  ...more,
});

/** Orders to devices that ask first: one waits, and the others have ended in each way. */
export const ORDERS: ApprovalRow[] = [
  order(60, {}),
  order(61, { state: "allowed", answered_by: "Chrome on Android", result: "taken" }),
  order(62, {
    by: { id: id(71), name: "Ann", kind: "guest" },
    command: { state: false, set: { level: 40 } },
    state: "denied",
    answered_by: "Firefox on Linux",
  }),
  order(63, { by: { id: id(11), name: "Too hot for the tomatoes", kind: "watch" }, state: "ended" }),
];
