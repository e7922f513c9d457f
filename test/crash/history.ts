/** What the swarm saw, as values: what was sent, what was acknowledged, what arrived, what the API says happened. */

import type { DeviceEventType } from "../../broker/contract/device-events.ts";
import type { ScheduleRun } from "../../worker/contract/schedule.ts";

export interface Sent {
  id: string;
  publisher: string;
  topic: string;
  sentAt: number;
  /** When the broker acknowledged it; null when nobody knows whether it was accepted. */
  ackedAt: number | null;
  deviceId?: string;
  state?: "on" | "off";
  isRetained?: true;
}

export interface Received {
  session: string;
  connection: number;
  id: string;
  dup: boolean;
  at: number;
}

/** A connection of a device, or the try at one. */
interface Attempt {
  deviceId: string;
  accepted: boolean;
}

interface Resumed {
  session: string;
  connection: number;
  sessionPresent: boolean;
}

/** The session could not read the topic from when its removal was answered until its return was asked for. */
interface Barred {
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
}

/** What the API tells in the end of a device that nothing but schedules switches. */
export interface Planned {
  /** Of somebody else's making. */
  isFound: boolean;
  /** Each was to run once. */
  schedules: { id: string; state: boolean; runs: ScheduleRun[] }[];
  switches: number;
}

/** What a plug of somebody else's making heard, and what is said of it in the end. */
interface Plug {
  begun: number[];
  /** Connections count from 1. */
  heard: { connection: number; state: boolean; at: number }[];
  last: { state: boolean; taken: boolean | null } | null;
}

/** A sample that was published; no other has its value. */
export interface Measured {
  qos: 0 | 1;
  value: number;
  /** Which life it was, from 0; a life has one connection that measures. */
  life: number;
  sentAt: number;
  ackedAt: number | null;
}

export interface History {
  sent: Sent[];
  received: Received[];
  attempts: Attempt[];
  resumed: Resumed[];
  barred: Barred[];
  /** As the API lists them in the end, the oldest first. */
  events: Event[];
  scheduled: Planned[];
  plug: Plug;
  measured: Measured[];
  kills: number[];
  /** Tokens whose deletion was answered, the oldest first. `publisher`: how the names of its publishers begin. */
  deleted: { token: string; publisher: string; at: number }[];
  /** The id of the message that is retained in the end; null where none is. */
  retained: string | null;
  /** Acknowledged messages without which the history proves nothing. */
  needed: number;
  /** What the API tells of the series in the end: the values of all samples, and how many its minutes count. */
  kept: { values: number[]; counted: number };
  /** Kept sessions, with the topics that they read since the first message or earlier. */
  sessions: { name: string; topics: readonly string[] | "all" }[];
  /** The session that hears every control message. */
  witness: string;
}

export const emptyHistory = (): History => ({
  sent: [],
  received: [],
  attempts: [],
  resumed: [],
  barred: [],
  events: [],
  scheduled: [],
  plug: { begun: [], heard: [], last: null },
  measured: [],
  kills: [],
  deleted: [],
  retained: null,
  needed: 0,
  kept: { values: [], counted: 0 },
  sessions: [],
  witness: "",
});
