import type { DeviceEventType } from "./device-events.ts";

/** The events that a watch can send notices of. In a file of its own: the page loads it without zod. */
export const WATCHED_EVENTS = [
  "connected",
  "disconnected",
  "turned_on",
  "turned_off",
  "errored",
  "schedule_missed",
] as const satisfies readonly (DeviceEventType | "schedule_missed")[];
