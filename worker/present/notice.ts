import { CHAT_NAMES } from "../../broker/contract/chat-names.ts";
import type { WatchedEvent } from "../../broker/contract/condition.ts";
import type { SwitchOrder } from "../../broker/contract/control.ts";
import { plainSentence } from "../../broker/contract/plain-sentence.ts";
import {
  isOpen,
  type LostTarget,
  type NoticeMessage,
  type StoredNotice,
  type StoredTarget,
} from "../../broker/contract/watch.ts";
import { isOnlyChat } from "../contract/chat-hosts.ts";
import { isoTime } from "../contract/fields.ts";
import type { DeviceAction, Notice, NoticeTarget, PushMessage } from "../contract/watches.ts";
import { type NamedValue, wordsOf } from "./condition-words.ts";
import { mistakeFields } from "./event.ts";

export const noticeOf = (notice: StoredNotice): Notice => ({
  id: notice.id,
  state: notice.state,
  at: isoTime(notice.at),
  text: noticeText(notice),
  value: noticeValue(notice),
  watch: notice.facts.watch,
  device: notice.facts.device,
  event: notice.facts.event,
  ...(notice.facts.lost && { lost_target: notice.facts.lost.id }),
  ...(notice.facts.mistake !== undefined && mistakeFields(notice.facts.mistake)),
  actions: offersOf(notice),
  answer: notice.answer === undefined ? null : { ...notice.answer, at: isoTime(notice.answer.at) },
  deliveries: notice.deliveries.map(({ target, attempts, outcome, at, detail }) => ({
    target,
    attempts,
    outcome,
    detail,
    at: isoTime(at),
  })),
});

/** What a notice offers to a person: the buttons of the bell, and those of a push message. */
export function offersOf(notice: Omit<StoredNotice, "id" | "at" | "deliveries">): Notice["actions"] {
  if (!isOpen(notice)) return [];
  const commands = notice.facts.actions ?? [];
  return [
    { action: "snooze", label: "Snooze 1 h" },
    ...commands.map(({ label }) => ({ action: "command" as const, label })),
  ];
}

/** What happened, in one sentence: the page, e-mails, push messages and webhooks show it. */
export function noticeText({ state, facts }: Pick<StoredNotice, "state" | "facts">): string {
  const { device, when, event, mistake, lost } = facts;
  if (lost !== undefined) return lostText(lost);
  if (facts.allHeldBack) return "The account's watches switch devices too often and are held back.";
  if (facts.heldBack) return `${facts.watch.name}: it acts too often and is held back.`;
  if (when === null) return "No more notices are sent today: the limit of 200 is reached.";
  const name = device?.name || "A device";
  if (mistake !== undefined) return `${name} had an error: ${plainSentence(mistake.reason)}`;
  if (event !== null) return EVENT_TEXTS[event](name);
  const words = wordsOf(when, namedValueOf(facts));
  return `${name}${state === "raised" ? words.raised : words.cleared}`;
}

const LOST_NAMES: Record<LostTarget["kind"], (host: string) => string> = {
  push: () => "A browser",
  mail: () => "Your email",
  webhook: (host) => `The webhook at ${host}`,
};

function lostText({ kind, host, format, hasEnded, why }: LostTarget): string {
  const name = format === undefined ? LOST_NAMES[kind](host) : CHAT_NAMES[format];
  return `${name} ${hasEnded ? "gets no more notices" : "does not take notices"}: ${plainSentence(why)}`;
}

/** The value of a threshold that a notice is about: `Water: 61.2 °C`; null without one. */
export function noticeValue({ facts }: Pick<StoredNotice, "facts">): string | null {
  const { value, when, heldBack, lost } = facts;
  if (value === undefined || when === null || heldBack === true || lost !== undefined) return null;
  const named = namedValueOf(facts);
  return `${named.key}: ${named.limit(value)}`;
}

/** What is proven: the event of a switch is written when its command is accepted, before the device takes it. */
const EVENT_TEXTS: Record<WatchedEvent, (name: string) => string> = {
  connected: (name) => `${name} connected.`,
  disconnected: (name) => `${name} disconnected.`,
  turned_on: (name) => `A command to turn ${name} on was accepted.`,
  turned_off: (name) => `A command to turn ${name} off was accepted.`,
  errored: (name) => `${name} had an error.`,
  schedule_missed: (name) => `${name} missed a schedule.`,
};

const namedValueOf = ({ key, label }: StoredNotice["facts"]): NamedValue => ({
  key: label?.name || (key ?? ""),
  limit: (number) => (label?.unit ? `${number} ${label.unit}` : String(number)),
});

export const noticeTargetOf = ({ id, address, disabled, missed, createdAt }: StoredTarget): NoticeTarget => ({
  id,
  kind: address.kind,
  address: addressOf(address),
  ...(address.kind === "webhook" && { format: address.format ?? "cloudevents" }),
  ...(address.kind === "webhook" && address.chat !== undefined && { chat: address.chat }),
  ...(address.kind === "device" && {
    device: address.deviceId,
    raised: address.raised && actionOf(address.raised),
    cleared: address.cleared && actionOf(address.cleared),
  }),
  confirmed: address.kind !== "webhook" || address.isConfirmed,
  disabled,
  ...(missed && { missed: { since: isoTime(missed.since), detail: missed.why } }),
  created_at: isoTime(createdAt),
});

export const actionOf = ({ state, set }: SwitchOrder): DeviceAction => ({
  state: state === null ? null : state === "on",
  set,
});

/** The addresses of a push subscription and of a chat service are secrets: only the host is shown. */
function addressOf(address: StoredTarget["address"]): string | null {
  if (address.kind === "mail" || address.kind === "device") return null;
  if (address.kind === "push") return new URL(address.endpoint).host;
  const { host, hostname } = new URL(address.url);
  // one that was added before formats has the whole address
  return address.format === undefined && !isOnlyChat(hostname) ? address.url : host;
}

export function pushMessage(message: NoticeMessage): PushMessage {
  if ("test" in message) {
    return { title: "Switchyard", body: "This browser gets your notices.", url: "/dashboard", tag: "test" };
  }
  const { watch, device } = message.facts;
  const url = device === null ? "/dashboard" : `/dashboard/devices/${device.id}`;
  return { title: watch.name, body: noticeText(message), url, tag: watch.id };
}
