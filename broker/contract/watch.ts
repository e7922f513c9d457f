/** Watches, their notices and the targets that notices go to. Durations are milliseconds; moments milliseconds since 1970. */

import type { DeviceEventType } from "./device-events.ts";

export const WATCHED_EVENTS = [
  ...["connected", "disconnected", "turned_on", "turned_off", "errored"],
  "schedule_missed",
] as const satisfies readonly (DeviceEventType | "schedule_missed")[];
export type WatchedEvent = (typeof WATCHED_EVENTS)[number];

export type Threshold = ({ above: number } | { below: number }) & {
  /** A raised watch clears at this value, or further from the threshold. */
  clear: number;
  forMs: number;
};

export type Condition =
  | { lostForMs: number }
  /** `auto`: three times the median interval of samples. */
  | { silentForMs: number | "auto" }
  | Threshold
  | { notTakenForMs: number }
  | { events: readonly WatchedEvent[] };

export interface WatchRules {
  when: Condition;
  /** Interval of notices while it is raised; null: one notice only. */
  repeatMs: number | null;
}

export interface DeviceWatch extends WatchRules {
  id: string;
  name: string;
  /** Null for events of any device. */
  deviceId: string | null;
  /** The series of the device; null when the condition concerns none. */
  key: string | null;
  /** Ids of targets. */
  targets: readonly string[];
  enabled: boolean;
}

export const WATCH_STATES = ["clear", "pending", "raised", "snoozed"] as const;

export interface ListedWatch extends DeviceWatch {
  state: (typeof WATCH_STATES)[number];
  since: number;
  snoozedUntil: number | null;
  /** When its state changes or a notice is sent if nothing happens; null when nothing is due. */
  nextAt: number | null;
}

/** Where notices go. */
type TargetAddress =
  | { kind: "mail" }
  /** `isConfirmed`: it answered a signed test. Its secrets are in the worker's database. */
  | { kind: "webhook"; url: string; isConfirmed: boolean }
  /** `key`: the id of the VAPID key that the browser subscribed with. */
  | { kind: "push"; endpoint: string; p256dh: string; auth: string; key: string };

export interface StoredTarget {
  id: string;
  address: TargetAddress;
  createdAt: number;
  /** Why nothing is sent to it; null while it is in use. */
  disabled: string | null;
}

export const DELIVERY_OUTCOMES = ["waiting", "delivered", "refused", "gone"] as const;

export interface NoticeDelivery {
  /** The target's id. */
  target: string;
  attempts: number;
  outcome: (typeof DELIVERY_OUTCOMES)[number];
  /** The last attempt, or the notice when there was none. */
  at: number;
  detail: string;
  /** The next attempt; null without one. */
  nextAt: number | null;
}

/** The subject of a notice, named as it was when the notice was made. */
export interface NoticeFacts {
  watch: { id: string; name: string };
  device: { id: string; name: string } | null;
  key: string | null;
  /** Null in the notice that no more are sent on this day. */
  when: Condition | null;
  /** The event of a watch of events. */
  event: WatchedEvent | null;
}

export interface StoredNotice {
  id: string;
  state: "raised" | "cleared";
  at: number;
  facts: NoticeFacts;
  deliveries: readonly NoticeDelivery[];
}

/** A message to a target: a notice, or a test, which confirms a webhook. */
export type NoticeMessage = Pick<StoredNotice, "id" | "at"> &
  ({ test: true } | Pick<StoredNotice, "state" | "facts">);

/** The result of one attempt; `failed` is tried again. `detail` is our text, never the target's. */
export interface Attempt {
  outcome: "delivered" | "failed" | "refused" | "gone";
  detail: string;
}

/** Why a watch or target was not stored: the account has as many as it may, or the watch names something unknown. */
export type NotStored = { limit: true } | { unknown: "id" | "device" | "target"; id: string };
