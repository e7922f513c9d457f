/** A campaign's history as values: sent, acknowledged and received messages, and the API's records. */

import type { DeviceEventType } from "../../broker/contract/device-events.ts";
import type { ScheduleRun } from "../../worker/contract/schedules.ts";

export interface Sent {
  id: string;
  publisher: string;
  topic: string;
  sentAt: number;
  /** When the broker acknowledged it; null when unknown. */
  ackedAt: number | null;
  deviceId?: string;
  state?: "on" | "off";
  /** The value of the device's control in the same message. */
  level?: number;
  isRetained?: true;
}

export interface Received {
  session: string;
  connection: number;
  id: string;
  dup: boolean;
  at: number;
}

/** A connection of a device, or an attempt. */
interface Attempt {
  deviceId: string;
  accepted: boolean;
}

interface Resumed {
  session: string;
  connection: number;
  sessionPresent: boolean;
}

/** The session had no right from the response to the removal until the request of the return. */
interface RevokedPeriod {
  session: string;
  topic: string;
  from: number;
  to: number;
}

export interface Event {
  id: string;
  deviceId: string;
  type: DeviceEventType;
  at: number;
  /** The value that the command set. */
  level?: number | undefined;
  /** When a person allowed it, if it was asked about. */
  allowedAt?: string | undefined;
}

/** An order about which a gate asks its owner. */
export interface GateOrder {
  /** Its place among all orders. */
  level: number;
  /** Its id, once the order was acknowledged. */
  approval: string | null;
  answer: "allow" | "deny" | null;
  /** When the answer was first sent. */
  answeredFrom: number | null;
  /** A kill took the acknowledgement of its answer. */
  wasCut: boolean;
  /** `answered before`: a repeated answer was refused, because the first was taken. */
  outcome: "acknowledged" | "answered before" | "unknown";
}

/** The API's final records of a device that only schedules switch. */
export interface ScheduleOutcome {
  /** Whether it is a discovered device. */
  isFound: boolean;
  /** Each should run once. */
  schedules: { id: string; state: boolean; runs: ScheduleRun[] }[];
  switches: number;
}

/** Commands that the discovered plug received, and its final state. */
interface Plug {
  begun: number[];
  /** Connections count from 1. */
  heard: { connection: number; state: boolean; at: number }[];
  last: { state: boolean; taken: boolean | null } | null;
}

/** A machine that a watch switches. Changes in the order in which they were sent; the rest as the API lists it finally. */
export interface ActingClimate {
  machine: string;
  /** `isOn`: whether the machine has to run after it. */
  changes: { isOn: boolean; isAcknowledged: boolean }[];
  /** What the machine received, with repetitions. */
  commands: ("on" | "off")[];
  /** Its events, the oldest first: whether it was switched on. */
  switches: boolean[];
  /** Of each notice. */
  outcomes: { isOn: boolean; outcomes: string[] }[];
}

/** A published sample with a unique value. */
export interface SentSample {
  qos: 0 | 1;
  value: number;
  /** The life, from 0; a life has one measuring connection. */
  life: number;
  sentAt: number;
  ackedAt: number | null;
}

export interface AppTokens {
  access: string;
  refresh: string;
}

/** What the campaign knows of its app. */
interface AppLogin {
  clientId: string | null;
  /** The last tokens that it got; null: it has to be allowed again. */
  tokens: AppTokens | null;
  /** Used before these. */
  used: string | null;
  /** A refresh has begun, and no answer came: it may have been stored or not. */
  isUnheard: boolean;
  refreshes: number;
  /** Logins that ended because a token was used twice. */
  ended: number;
  wrong: string[];
}

export interface History {
  sent: Sent[];
  received: Received[];
  attempts: Attempt[];
  resumed: Resumed[];
  barred: RevokedPeriod[];
  /** As the API lists them at the end, the oldest first. */
  events: Event[];
  /** The finally wanted value of each device's control. */
  wanted: { deviceId: string; level: unknown }[];
  scheduled: ScheduleOutcome[];
  plug: Plug;
  measured: SentSample[];
  kills: number[];
  /**
   * Tokens whose deletion was acknowledged, the oldest first. `publisher`: the prefix of its publishers'
   * names.
   */
  deleted: { token: string; publisher: string; at: number }[];
  /**
   * Notices of the watched device. `caused`: presses before the last crash; `switches`: the API's events; `received`:
   * the ids that a webhook verified, with repetitions.
   */
  notices: { caused: number; switches: number; listed: string[]; received: string[] };
  climates: ActingClimate[];
  app: AppLogin;
  orders: GateOrder[];
  /** What the gate received, and its events as the API lists them finally, the oldest first. Connections count from 1. */
  gate: {
    connections: number;
    heard: { connection: number; level: number; at: number }[];
    published: { level: number; allowedAt: string | null }[];
  };
  /** The id of the finally retained message, or null. */
  retained: string | null;
  /** The minimum of acknowledged messages for a valid result. */
  needed: number;
  /** The API's final series: the values of all samples, and the number in its minutes. */
  kept: { values: number[]; counted: number };
  /** Messages that the history of their account keeps. */
  remembered: Sent[];
  /** The ids of messages that the API's history of messages has at the end, oldest first. */
  past: string[];
  /** Kept sessions, with the topics that they have read from the start. */
  sessions: { name: string; topics: readonly string[] | "all" }[];
  /** The session that receives every control message. */
  witness: string;
}

export const emptyHistory = (): History => ({
  sent: [],
  received: [],
  attempts: [],
  resumed: [],
  barred: [],
  events: [],
  wanted: [],
  scheduled: [],
  plug: { begun: [], heard: [], last: null },
  measured: [],
  kills: [],
  deleted: [],
  notices: { caused: 0, switches: 0, listed: [], received: [] },
  climates: [],
  app: { clientId: null, tokens: null, used: null, isUnheard: false, refreshes: 0, ended: 0, wrong: [] },
  orders: [],
  gate: { connections: 0, heard: [], published: [] },
  retained: null,
  needed: 0,
  kept: { values: [], counted: 0 },
  remembered: [],
  past: [],
  sessions: [],
  witness: "",
});
