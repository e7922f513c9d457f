/**
 * Watches, their notices and the targets that notices go to. Durations are milliseconds; moments milliseconds since 1970.
 * The object has the only copy of them: a field that a stored row lacks has a default where one exists.
 */

import * as z from "zod";
import { StoredMistake } from "./account.ts";
import { Condition, WatchedEvent } from "./condition.ts";
import type { SwitchOrder } from "./control.ts";
import { ControlSet } from "./controls.ts";
import type { Mistake } from "./mistake.ts";

/** What a watch does with a device: at least one of the two. */
const DeviceAction: z.ZodType<SwitchOrder> = z.object({
  /** Null: it stays as it is. */
  state: z.enum(["on", "off"]).nullable().default(null),
  set: ControlSet.nullable().default(null),
});

/** A command that a notice offers: it is sent when a person presses it. */
export const NoticeAction = z.object({
  /** The text of its button. */
  label: z.string(),
  deviceId: z.string(),
  order: DeviceAction,
});
export type NoticeAction = z.infer<typeof NoticeAction>;

export const DeviceWatch = z.object({
  id: z.string(),
  name: z.string().default(""),
  /** Null for events of any device. */
  deviceId: z.string().nullable().default(null),
  /** The series or the control of the device; null when the condition concerns none. */
  key: z.string().nullable().default(null),
  when: Condition,
  /** Ids of targets. */
  targets: z.array(z.string()).readonly().default([]),
  /** The commands that its notices offer. */
  actions: z.array(NoticeAction).readonly().default([]),
  /** Interval of notices while it is raised; null: one notice only. */
  repeatMs: z.number().nullable().default(null),
  enabled: z.boolean().default(true),
});
export type DeviceWatch = z.infer<typeof DeviceWatch>;
/** A watch to create or change: what is undefined stays, or has its default. */
export type GivenWatch = Omit<DeviceWatch, "actions" | "repeatMs" | "enabled"> & {
  actions?: readonly GivenAction[] | undefined;
  repeatMs?: number | null | undefined;
  enabled?: boolean | undefined;
};
/** Without a device: that of the watch, or else of its first device target. */
export type GivenAction = Omit<NoticeAction, "deviceId"> & { deviceId: string | null };
export type WatchRules = Pick<DeviceWatch, "when" | "repeatMs">;

export const WATCH_STATES = ["clear", "pending", "raised", "snoozed"] as const;

export interface ListedWatch extends DeviceWatch {
  state: (typeof WATCH_STATES)[number];
  since: number;
  snoozedUntil: number | null;
  /** When its state changes or a notice is sent if nothing happens; null when nothing is due. */
  nextAt: number | null;
}

/** Switches a device; null: nothing in that case. */
const DeviceAddress = z.object({
  kind: z.literal("device"),
  deviceId: z.string(),
  raised: DeviceAction.nullable().default(null),
  cleared: DeviceAction.nullable().default(null),
});
export type DeviceAddress = z.infer<typeof DeviceAddress>;

/** Chat services for which a webhook writes a message; without one it sends CloudEvents. */
export const CHAT_FORMATS = ["discord", "slack", "telegram", "ntfy"] as const;
export type ChatFormat = (typeof CHAT_FORMATS)[number];

/** Where a chat service takes messages, which is as good as a password: it is only in the database, sealed. */
export const ChatAddress = z.object({
  /** Of Telegram its API, of ntfy server and topic. */
  url: z.string(),
  /** Of a bot of Telegram, or of a reader of ntfy. */
  token: z.string().exactOptional(),
  /** Of Telegram: the chat's number or name. */
  chat: z.string().exactOptional(),
});
export type ChatAddress = z.infer<typeof ChatAddress>;

const WebhookAddress = z.object({
  kind: z.literal("webhook"),
  /** Of a chat service the origin alone: the rest of its address is a secret. */
  url: z.string(),
  /** It took a test. Its secrets are in the worker's database. */
  isConfirmed: z.boolean().default(false),
  format: z.enum(CHAT_FORMATS).exactOptional(),
  /** Of Telegram, as in `ChatAddress`. */
  chat: z.string().exactOptional(),
});
export type WebhookAddress = z.infer<typeof WebhookAddress>;

export const StoredTarget = z.object({
  id: z.string(),
  /** Where notices go. */
  address: z.discriminatedUnion("kind", [
    DeviceAddress,
    z.object({ kind: z.literal("mail") }),
    WebhookAddress,
    /** `key`: the id of the VAPID key that the browser subscribed with. */
    z.object({
      kind: z.literal("push"),
      endpoint: z.string(),
      p256dh: z.string(),
      auth: z.string(),
      key: z.string(),
    }),
  ]),
  createdAt: z.number().default(0),
  /** Why nothing is sent to it; null while it is in use. */
  disabled: z.string().nullable().default(null),
  /** The first notice that was given up since it took one, and why. Left out while it takes them. */
  missed: z.object({ since: z.number(), why: z.string() }).exactOptional(),
});
export type StoredTarget = z.infer<typeof StoredTarget>;

/** A browser of the account's people. */
export type PushTarget = StoredTarget & { address: Extract<StoredTarget["address"], { kind: "push" }> };

/** A target that gets a notice by a request. */
export type ReachedTarget = StoredTarget & { address: Exclude<StoredTarget["address"], DeviceAddress> };
export const isReached = (target: StoredTarget): target is ReachedTarget => target.address.kind !== "device";

export const DELIVERY_OUTCOMES = ["waiting", "delivered", "refused", "gone"] as const;

export const NoticeDelivery = z.object({
  /** The target's id. */
  target: z.string(),
  attempts: z.number().default(0),
  outcome: z.enum(DELIVERY_OUTCOMES).default("waiting"),
  /** The last attempt, or the notice when there was none. */
  at: z.number().default(0),
  detail: z.string().default(""),
  /** The next attempt; null without one. */
  nextAt: z.number().nullable().default(null),
  /** Of a push message: the digest of its ticket, and the end of the ticket. */
  ticket: z.object({ digest: z.string(), until: z.number() }).exactOptional(),
  /** The id of the command that it made. */
  command: z.number().exactOptional(),
});
export type NoticeDelivery = z.infer<typeof NoticeDelivery>;

const Named = z.object({ id: z.string().default(""), name: z.string().default("") });
/** A target that notices do not reach. Of its address only the host: the rest may be a secret. */
const LostTarget = z.object({
  id: z.string().default(""),
  kind: z.enum(["push", "mail", "webhook"]),
  host: z.string().default(""),
  format: z.enum(CHAT_FORMATS).exactOptional(),
  /** Nothing is sent to it any more. */
  hasEnded: z.boolean().default(false),
  why: z.string().default(""),
});
export type LostTarget = z.infer<typeof LostTarget>;
/** The subject of a notice, named as it was when the notice was made. */
export const NoticeFacts = z.object({
  watch: Named.default({ id: "", name: "" }),
  device: Named.nullable().default(null),
  key: z.string().nullable().default(null),
  /** The owner's name of the value and its unit, if it has them. */
  label: z.object({ name: z.string().nullable(), unit: z.string().nullable() }).exactOptional(),
  /** Of a threshold: the last value, in the unit of `label`; of a counter what it added. */
  value: z.number().exactOptional(),
  /** Null in the notice that no more are sent on this day. */
  when: Condition.nullable().default(null),
  /** The event of a watch of events. */
  event: WatchedEvent.nullable().default(null),
  /** Of an `errored` event. */
  mistake: StoredMistake.exactOptional(),
  /** The commands that it offers. */
  actions: z.array(NoticeAction).readonly().exactOptional(),
  /** The notice says that the watch switches no more for a while. */
  heldBack: z.boolean().exactOptional(),
  /** With `heldBack`: all watches of the account are, not this one alone. */
  allHeldBack: z.boolean().exactOptional(),
  /** The notice says that a target does not take notices. */
  lost: LostTarget.exactOptional(),
});
export type NoticeFacts = z.infer<typeof NoticeFacts>;

export const NOTICE_ACTIONS = ["snooze", "command"] as const;
export type NoticeActionName = (typeof NOTICE_ACTIONS)[number];
/** How long an answer snoozes a watch, and for how long a ticket answers its notice. Milliseconds. */
export const ANSWER_SNOOZE_MS = 3_600_000;
export const NOTICE_TICKET_MS = 3_600_000;

/** What a person did with a notice. */
export const NoticeAnswer = z.object({
  action: z.enum(NOTICE_ACTIONS),
  at: z.number(),
  /** The target whose push message had the ticket; null for a login session. */
  target: z.string().nullable(),
  /** What was done, as a sentence. */
  detail: z.string(),
});
export type NoticeAnswer = z.infer<typeof NoticeAnswer>;

export interface StoredNotice {
  id: string;
  state: "raised" | "cleared";
  at: number;
  facts: NoticeFacts;
  deliveries: readonly NoticeDelivery[];
  /** Without one, nobody has answered. */
  answer?: NoticeAnswer;
}

/** Whether a person may still answer: a notice that it is over, and one about the notices themselves, ask nothing. */
export const isOpen = ({ state, facts, answer }: Omit<StoredNotice, "id" | "at" | "deliveries">): boolean =>
  state === "raised" &&
  facts.when !== null &&
  facts.heldBack !== true &&
  facts.lost === undefined &&
  answer === undefined;

/** Why an answer was not taken. */
export interface NotAnswered {
  refused: "answered" | "closed" | "no command" | "changed" | "device gone" | "controls changed";
}

/** A message to a target: a notice, or a test, which confirms a webhook. */
export type NoticeMessage = Pick<StoredNotice, "id" | "at"> &
  ({ test: true } | Pick<StoredNotice, "state" | "facts">);

/** The result of one attempt; `failed` is tried again. `detail` is our text, with a chat service's words at most. */
export interface Attempt {
  outcome: "delivered" | "failed" | "refused" | "gone";
  detail: string;
  /** How long the target asked to wait. Milliseconds. */
  retryAfterMs?: number;
  /** The digest of the ticket in the message. */
  ticket?: string;
}

/** Nothing was sent: its host has had all requests of this hour, or the account its tests of this minute. */
export interface HostBusy {
  retryAfterSeconds: number;
}

export interface SentAgain {
  sent: true;
}

export interface TestedTarget {
  target: StoredTarget;
  attempt: Attempt;
}

/** The token may not switch a device among the targets or actions of the watch. */
export interface MissingSwitchScope {
  missingScope: string;
  tokenName: string;
}

/** A device that the watch would switch asks its owner about this caller. */
export interface AsksFirst {
  asksFirst: true;
}

/** Why a watch or target was not stored: the account has as many as it may, or the watch names something unknown. */
export type NotStored = { limit: true } | { unknown: "id" | "device" | "target"; id: string };

/** A value that a control of the device does not accept. */
export interface WrongAction {
  mistake: Mistake;
  of: "raised" | "cleared" | "actions";
}

/** The device of an action is neither that of the watch nor one that its targets switch; `""`: neither exists. */
export interface ForeignAction {
  foreignDevice: string;
}
