/** The types of device events and their labels. */

/** The events that a watch can send notices of. In a file of its own: the page loads it without zod. */
export const WATCHED_EVENTS = [
  "connected",
  "disconnected",
  "turned_on",
  "turned_off",
  "errored",
  "schedule_missed",
] as const satisfies readonly (DeviceEventType | "schedule_missed")[];

export const DEVICE_EVENT_TYPES = [
  "connected",
  "turned_on",
  "turned_off",
  "disconnected",
  "errored",
] as const;
export type DeviceEventType = (typeof DEVICE_EVENT_TYPES)[number];

export const DEVICE_EVENT_LABELS: Record<DeviceEventType, string> = {
  connected: "Connected",
  turned_on: "Turned On",
  turned_off: "Turned Off",
  disconnected: "Connection Lost",
  errored: "Error Detected",
};

/** Types whose name or label contains this lower-case text. */
export const eventTypesNamed = (needle: string): DeviceEventType[] =>
  DEVICE_EVENT_TYPES.filter(
    (type) => type.includes(needle) || DEVICE_EVENT_LABELS[type].toLowerCase().includes(needle),
  );

/** A filter for both kinds of switch. */
export const SWITCHED = "switched";

/**
 * Senders of a switch: the page, a program (REST or MQTT), the device itself, its auto-off setting, its lost
 * connection, a schedule, a watch, a guest, a person who answers a notice.
 */
export const ACTORS = [
  "browser",
  "api",
  "device",
  "timer",
  "disconnect",
  "schedule",
  "watch",
  "guest",
  "notice",
] as const;
export type Actor = (typeof ACTORS)[number];

/**
 * Callers that a device may ask its owner about (`ask_first`): a token, an app that logged in to an assistant's address,
 * a guest, a watch.
 */
export const ASKED_CALLERS = ["token", "app", "guest", "watch"] as const;
export type AskedCaller = (typeof ASKED_CALLERS)[number];

/** The person's answer to an order that had to wait for it. */
export interface Allowed {
  /** Milliseconds since 1970. */
  at: number;
  /** The browser's short name. */
  browser: string;
}

export interface Switcher {
  actor: Actor;
  /** The id of the schedule or watch that switches; of a notice that of its watch. */
  schedule?: string;
  watch?: string;
  /** The guest's name. */
  guest?: string;
  /** The owner was asked first. */
  allowed?: Allowed;
}

/** For an event type that this version of the page does not have. */
export const UNKNOWN_EVENT_LABEL = "Unknown Action";

/**
 * WebSocket close code 1012, "service restart" (IANA): the object lost the connection with its memory, after a deployment
 * for example. What the client received is unknown.
 */
export const CLOSE_AT_RESTART = 1012;

/** At most one `errored` event per device in this time. Milliseconds. */
export const ERRORED_INTERVAL_MS = 10_000;

/** Hexadecimal digits at the beginning of an event's id that hold its time. */
export const TIME_DIGITS = 12;

/** Returns the time in an event's id; of an id without one any number. Milliseconds since 1970. */
export const timeIn = (id: string): number =>
  Number.parseInt(id.replace("-", "").slice(0, TIME_DIGITS), 16) || 0;
