import type { SwitchOrder } from "../../broker/contract/control.ts";
import { plainSentence } from "../../broker/contract/plain-sentence.ts";
import type {
  Condition,
  NoticeMessage,
  StoredNotice,
  StoredTarget,
  WatchedEvent,
} from "../../broker/contract/watch.ts";
import { isoTime } from "../contract/fields.ts";
import type { DeviceAction, Notice, NoticeTarget, PushMessage } from "../contract/watches.ts";
import { mistakeFields } from "./event.ts";

export const noticeOf = (notice: StoredNotice): Notice => ({
  id: notice.id,
  state: notice.state,
  at: isoTime(notice.at),
  text: noticeText(notice),
  watch: notice.facts.watch,
  device: notice.facts.device,
  ...(notice.facts.mistake !== undefined && mistakeFields(notice.facts.mistake)),
  deliveries: notice.deliveries.map(({ target, attempts, outcome, at, detail }) => ({
    target,
    attempts,
    outcome,
    detail,
    at: isoTime(at),
  })),
});

/** What happened, in one sentence: the page, e-mails, push messages and webhooks show it. */
export function noticeText({ state, facts }: Pick<StoredNotice, "state" | "facts">): string {
  const { device, when, event, mistake } = facts;
  if (facts.allHeldBack) return "The account's watches switch devices too often and are held back.";
  if (facts.heldBack) return `${facts.watch.name}: it acts too often and is held back.`;
  if (when === null) return "No more notices are sent today: the limit of 200 is reached.";
  const name = device?.name || "A device";
  if (mistake !== undefined) return `${name} had an error: ${plainSentence(mistake.reason)}`;
  if ("events" in when) return event === null ? `${name}.` : EVENT_TEXTS[event](name);
  return (state === "raised" ? raisedText : clearedText)(name, valueWordsOf(facts), when);
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

/** A value in words: its name, and a limit with its unit. */
interface ValueWords {
  key: string;
  limit(number: number): string;
}

const valueWordsOf = ({ key, label }: StoredNotice["facts"]): ValueWords => ({
  key: label?.name || (key ?? ""),
  limit: (number) => (label?.unit ? `${number} ${label.unit}` : String(number)),
});

type StateCondition = Exclude<Condition, { events: unknown }>;

function raisedText(name: string, { key, limit }: ValueWords, when: StateCondition): string {
  if ("lostForMs" in when) return `${name} is not connected.`;
  if ("notTakenForMs" in when) return `${name} has not taken its last command.`;
  if ("differsForMs" in when) return `${name} reports another ${key} than the wanted one.`;
  if ("silentForMs" in when) return `${name} sends no ${key}.`;
  return "above" in when
    ? `${name}: ${key} is above ${limit(when.above)}.`
    : `${name}: ${key} is below ${limit(when.below)}.`;
}

function clearedText(name: string, { key, limit }: ValueWords, when: StateCondition): string {
  if ("lostForMs" in when) return `${name} is connected again.`;
  if ("notTakenForMs" in when) return `${name} has taken its last command.`;
  if ("differsForMs" in when) return `${name} no longer reports another ${key} than the wanted one.`;
  if ("silentForMs" in when) return `${name} sends ${key} again.`;
  return "above" in when
    ? `${name}: ${key} is no longer above ${limit(when.above)}.`
    : `${name}: ${key} is no longer below ${limit(when.below)}.`;
}

export const noticeTargetOf = ({ id, address, disabled, createdAt }: StoredTarget): NoticeTarget => ({
  id,
  kind: address.kind,
  address: addressOf(address),
  ...(address.kind === "device" && {
    device: address.deviceId,
    raised: actionOf(address.raised),
    cleared: actionOf(address.cleared),
  }),
  confirmed: address.kind !== "webhook" || address.isConfirmed,
  disabled,
  created_at: isoTime(createdAt),
});

const actionOf = (order: SwitchOrder | null): DeviceAction | null =>
  order && { state: order.state === null ? null : order.state === "on", set: order.set };

/** A push subscription's address is a secret: only its host is shown. */
function addressOf(address: StoredTarget["address"]): string | null {
  if (address.kind === "mail" || address.kind === "device") return null;
  return address.kind === "webhook" ? address.url : new URL(address.endpoint).host;
}

export function pushMessage(message: NoticeMessage): PushMessage {
  if ("test" in message) {
    return { title: "Switchyard", body: "This browser gets your notices.", url: "/dashboard", tag: "test" };
  }
  const { watch, device } = message.facts;
  const url = device === null ? "/dashboard" : `/dashboard/devices/${device.id}`;
  return { title: watch.name, body: noticeText(message), url, tag: watch.id };
}
