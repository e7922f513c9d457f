/** Watches, their notices, and the targets that notices go to. */

import * as z from "zod";
import { ControlSet } from "../../broker/contract/controls.ts";
import { WATCHED_EVENTS } from "../../broker/contract/device-events.ts";
import { DELIVERY_OUTCOMES, NOTICE_ACTIONS, WATCH_STATES } from "../../broker/contract/watch.ts";
import { endpoints, OBJECT_PROBLEMS } from "./endpoint.ts";
import { MISTAKE } from "./events.ts";
import { boolean, dictionary, givenMoment, list, moment, named, text, uuid } from "./fields.ts";
import {
  MAX_ACTION_LABEL,
  MAX_WATCH_ACTIONS,
  MAX_WATCH_NAME,
  MAX_WATCH_TARGETS,
  MIN_NOTICE_REPEAT,
} from "./limits.ts";
import { MESSAGES } from "./sentences.ts";
import { NOTICE_FORMATS, ORDER_BODY, TargetBody } from "./target-body.ts";
import { GivenCondition, milliseconds, WatchCondition } from "./watch-condition.ts";

const ORDER = {
  /** Null: it stays as it is. */
  state: z.boolean().nullable(),
  /** Values of controls; null without any. */
  set: ControlSet.nullable(),
};
const DeviceAction = named("DeviceAction", ORDER);
export type DeviceAction = z.infer<typeof DeviceAction>;

const NoticeActionBody = dictionary({
  /** The text of its button. */
  label: text({ max: MAX_ACTION_LABEL }),
  /** That of the watch, or one that its targets switch; the first of these without it. */
  device: uuid().optional(),
  ...ORDER_BODY,
});

const NoticeAction = named("NoticeAction", { label: z.string(), device: uuid(), ...ORDER });

const WatchBody = named("WatchBody", {
  name: text({ max: MAX_WATCH_NAME }),
  when: GivenCondition,
  /** Ids of targets. */
  targets: list(uuid(), MAX_WATCH_TARGETS),
  /** The commands that its notices offer: each is sent when a person presses it. */
  actions: list(NoticeActionBody, MAX_WATCH_ACTIONS).optional(),
  /** The interval of further notices while it is raised; null: one notice only. */
  repeat: milliseconds(MIN_NOTICE_REPEAT, MESSAGES.repeatTooShort).nullable().optional(),
  /** A new one is, without it. */
  enabled: boolean().optional(),
});

export const Watch = named("Watch", {
  id: uuid(),
  name: z.string(),
  when: WatchCondition,
  targets: z.array(uuid()),
  actions: z.array(NoticeAction),
  repeat: z.string().nullable(),
  enabled: z.boolean(),
  state: z.enum(WATCH_STATES),
  /** When this state began. */
  since: moment(),
  snoozed_until: moment().nullable(),
  /** When its state changes, or a notice is sent, if nothing happens; null: not before something happens. */
  next_at: moment().nullable(),
});
export type Watch = z.infer<typeof Watch>;

const SnoozeBody = z.object({
  /** No notice that it is raised is sent until then; a moment that has passed ends the snooze. */
  until: text()
    .pipe(givenMoment())
    .meta({ examples: ["2100-01-01T00:00:00Z"] }),
});

const NoticeAnswer = named("NoticeAnswer", {
  action: z.enum(NOTICE_ACTIONS),
  at: moment(),
  /** The target whose push message was answered; null: on the page. */
  target: uuid().nullable(),
  /** What was done, as a sentence. */
  detail: z.string(),
});

export const Notice = named("Notice", {
  id: uuid(),
  state: z.enum(["raised", "cleared"]),
  at: moment(),
  /** What happened, as one sentence. */
  text: z.string(),
  /** Of a threshold: the value that it is about, with its unit: "Water: 61.2 °C". */
  value: z.string().nullable(),
  watch: z.object({ id: uuid(), name: z.string() }),
  device: z.object({ id: uuid(), name: z.string() }).nullable(),
  /** Of a watch of events: which one it was. */
  event: z.enum(WATCHED_EVENTS).nullable(),
  /** The notice says that this target does not take notices; it may be deleted. */
  lost_target: uuid().optional(),
  ...MISTAKE,
  /** What it offers to a person: to snooze, and its command with the text of its button. None once it is answered. */
  actions: z.array(z.object({ action: z.enum(NOTICE_ACTIONS), label: z.string() })),
  /** What a person did with it; null before. */
  answer: NoticeAnswer.nullable(),
  deliveries: z.array(
    z.object({
      /** The target's id; it may be deleted. */
      target: uuid(),
      attempts: z.number().int(),
      outcome: z.enum(DELIVERY_OUTCOMES),
      /** The last attempt; before it, the notice. */
      at: moment(),
      detail: z.string(),
    }),
  ),
});
export type Notice = z.infer<typeof Notice>;

const TARGET = {
  id: uuid(),
  kind: z.enum(["push", "mail", "webhook", "device"]),
  /** A webhook's address; the host of a push service or chat service; null for mail and devices. */
  address: z.string().nullable(),
  /** Of a webhook: how its notices are written. */
  format: z.enum(NOTICE_FORMATS).optional(),
  /** Of Telegram: the chat. */
  chat: z.string().optional(),
  /** Of a device: which one, and what is done with it. */
  device: uuid().optional(),
  raised: DeviceAction.nullable().optional(),
  cleared: DeviceAction.nullable().optional(),
  /** A webhook gets no notices before it has taken a test. */
  confirmed: z.boolean(),
  /** Why nothing is sent to it; null while it is in use. */
  disabled: z.string().nullable(),
  /** The first notice that was given up since it took one, and why; left out while it takes them. */
  missed: z.object({ since: moment(), detail: z.string() }).optional(),
  created_at: moment(),
};
export const NoticeTarget = named("NoticeTarget", TARGET);
export type NoticeTarget = z.infer<typeof NoticeTarget>;

/** The only response with the secret of a webhook (`whsec_…`); null for chat services and the other kinds. */
const NewTarget = named("NewTarget", { ...TARGET, secret: z.string().nullable() });

const TargetTest = named("TargetTest", {
  outcome: z.enum(["delivered", "failed", "refused", "gone"]),
  detail: z.string(),
  target: NoticeTarget,
});

/** The content of a push message, which the page's service worker shows as a notification. */
export interface PushMessage {
  title: string;
  body: string;
  /** The path that a press opens. */
  url: string;
  /** A later notification with the same tag replaces this one. */
  tag: string;
  /** Of a notice that a person may answer. */
  answer?: {
    /** The id of the notice or the order. */
    id: string;
    /** The address of the call, and the bearer that it takes once. */
    url: string;
    ticket: string;
    actions: readonly PushAction[];
  };
}

/** A button of a notification. */
interface PushAction {
  action: string;
  label: string;
  /** The body of the call; default: the action. */
  body?: object;
  /** What is shown when it was done, where the answer has no sentence. */
  done?: string;
}

export const WATCH_CALLS = endpoints({
  listWatches: {
    method: "GET",
    path: "/v0/watches/",
    access: "token",
    scopes: ["setup:read"],
    summary: "Watches, oldest first, each with its state",
    response: z.array(Watch),
    whileSuspended: true,
    problems: [503],
  },
  createWatch: {
    method: "POST",
    path: "/v0/watches/",
    access: "token",
    scopes: ["setup:write"],
    switchesLater: "devices:switch",
    status: 201,
    summary:
      "Create a watch: its targets get a notice when the condition holds, and one when it no longer does; a token needs the switch scope of each device among them and its actions",
    request: WatchBody,
    response: Watch,
    problems: [503],
  },
  updateWatch: {
    method: "PUT",
    path: "/v0/watches/{id}/",
    access: "token",
    scopes: ["setup:write"],
    switchesLater: "devices:switch",
    summary:
      "Replace a watch; with another condition it begins again; a token needs the switch scope of each device among its targets and actions",
    request: WatchBody,
    response: Watch,
  },
  deleteWatch: {
    method: "DELETE",
    path: "/v0/watches/{id}/",
    access: "token",
    scopes: ["setup:write"],
    summary: "Delete a watch and its notices",
  },
  snoozeWatch: {
    method: "POST",
    path: "/v0/watches/{id}/snooze/",
    access: "token",
    scopes: ["setup:write"],
    switchesLater: "devices:switch",
    summary:
      "Send no notice that a watch is raised until a moment; a token needs the switch scope of each device among its targets and actions",
    request: SnoozeBody,
    response: Watch,
  },
  listWatchNotices: {
    method: "GET",
    path: "/v0/watches/{id}/notices/",
    access: "token",
    scopes: ["setup:read"],
    summary: "The notices of a watch and their deliveries, newest first; the last 30 days",
    response: z.array(Notice),
  },
  listNotices: {
    method: "GET",
    path: "/v0/notices/",
    access: "token",
    scopes: ["setup:read"],
    summary: "The last 50 notices of all watches, newest first",
    response: z.array(Notice),
    problems: [503],
  },
  sendNotice: {
    method: "POST",
    path: "/v0/notices/{id}/send/",
    access: "token",
    scopes: ["setup:write"],
    summary:
      "Deliver a notice again, to all its targets; 429 when their hosts have had all requests of this hour (TARGET_HOST_RATE)",
    problems: [...OBJECT_PROBLEMS, 429],
  },
  listTargets: {
    method: "GET",
    path: "/v0/targets/",
    access: "token",
    scopes: ["setup:read"],
    summary: "Where notices go, oldest first, without secrets",
    response: z.array(NoticeTarget),
    whileSuspended: true,
    problems: [503],
  },
  createTarget: {
    method: "POST",
    path: "/v0/targets/",
    access: "user",
    status: 201,
    summary:
      "Create a target: a browser's push subscription, the account's verified e-mail, a device that is switched, or a webhook: in the format `cloudevents` (Standard Webhooks 1.0.0 around CloudEvents 1.0) with a secret that only this response has, or in that of Discord, Slack, Telegram or ntfy",
    request: TargetBody,
    response: NewTarget,
    problems: [503],
  },
  deleteTarget: {
    method: "DELETE",
    path: "/v0/targets/{id}/",
    access: "token",
    scopes: ["setup:write"],
    summary: "Delete a target; nothing is sent to it any more",
  },
  testTarget: {
    method: "POST",
    path: "/v0/targets/{id}/test/",
    access: "token",
    scopes: ["setup:write"],
    summary:
      "Send a test, which confirms a webhook that takes it; ten a minute, within the requests of its host (TARGET_HOST_RATE)",
    response: TargetTest,
    problems: [...OBJECT_PROBLEMS, 429],
  },
  rotateTarget: {
    method: "POST",
    path: "/v0/targets/{id}/rotate/",
    access: "user",
    summary: "Give a webhook of CloudEvents another secret; for a day the old one signs, too",
    response: NewTarget,
    problems: [400, ...OBJECT_PROBLEMS],
  },
});
