/**
 * The control message: a JSON object with `state` `on` or `off`; without `state` it means off. A device with controls has
 * further keys (`controls.ts`).
 */

import type { ControlSet } from "./control-set.ts";
import { jsonMistake } from "./json-fault.ts";
import { kindOf, type Mistake, quoted } from "./mistake.ts";

export type SwitchState = "on" | "off";

/** What a message or a caller asks of a device. */
export interface SwitchOrder {
  /** Null: it stays as it is. */
  state: SwitchState | null;
  /** Values of controls; null without any. */
  set: ControlSet | null;
}

/** `send`: the last state and the wanted values go to each new session of a device, which may have lost them. */
export const ON_CONNECT = ["nothing", "send"] as const;
export type OnConnect = (typeof ON_CONNECT)[number];

/** The state in a device's telemetry. */
export interface ReportedState {
  state: SwitchState;
  /** The time that the device gives; null without one. Milliseconds since 1970. */
  at: number | null;
}

/** The payload of the status topic. Times are ISO 8601. */
export interface DeviceStatus {
  /** State of the last command; off for a device never switched. */
  state: SwitchState;
  connected: boolean;
  /** When it last connected or disconnected; null: never connected. */
  since: string | null;
  /** Whether the device acknowledged the last command; null without one, or when the topic gives no acknowledgement. */
  taken: boolean | null;
  taken_at: string | null;
  /** It took its state before this connection, so it may have lost it. Ends when it reports or is commanded. */
  taken_before_connect?: true;
  /** Sender of the last command; null for a device never switched. */
  by: StatusActor | null;
  /** When the last command was accepted: two senders of one kind may have sent the same. Retained ones of 0.2.0 have none. */
  accepted_at?: string | null;
  /**
   * When its clients connected, the newest ones first, at most `MAX_STATUS_CLIENTS`. Only in a message that is not
   * retained: a second client changes nothing else.
   */
  clients?: string[];
  /** The last accepted value of each control; omitted for a device without any. */
  set?: ControlSet | undefined;
  /** The keys of `set` whose values it took before this connection, and may have lost. */
  set_before_connect?: string[];
}

/**
 * The page; REST or a program with an API key; the device's own connection; a schedule; its auto-off setting; a link; a
 * watch; a guest; an answer to a notice.
 */
type StatusActor = "page" | "api" | "mqtt" | "schedule" | "auto-off" | "link" | "watch" | "guest" | "notice";

/** The state in a value that a device reports: firmware writes `"ON"`, true or 1. */
export function switchStateOf(value: number | boolean | string): SwitchState | null {
  const word = String(value).toLowerCase();
  if (word === "on" || value === true || value === 1) return "on";
  return word === "off" || value === false || value === 0 ? "off" : null;
}

export const controlPayload = (state: SwitchState, set: ControlSet | null = null): string =>
  JSON.stringify({ state, ...set });

/** Bytes, on every way in. Larger payloads are not control messages and are not parsed. Eight texts of 256 bytes fit. */
export const MAX_CONTROL_BYTES = 4096;

/** The mistake in a control message of this many bytes. */
export const tooLong = (bytes: number): Mistake => ({
  reason: `The message has ${bytes} bytes: a control message has at most ${MAX_CONTROL_BYTES}.`,
  remedy: "Send shorter texts, or fewer values at once.",
});

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the object in a payload, or null for any other payload. */
export function controlObject(payload: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(payload);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/**
 * Returns the state of a control payload, or null for any other payload. Only a missing `state` means off: a value
 * other than `on` and `off` is a mistake, not a command.
 */
export function controlState(payload: string): SwitchState | null {
  const value = controlObject(payload);
  return value === null ? null : stateOf(value);
}

export function stateOf(value: Record<string, unknown>): SwitchState | null {
  const { state = "off" } = Object.hasOwn(value, "state") ? value : {};
  return state === "on" || state === "off" ? state : null;
}

/** Returns the state of a control payload, or the mistake in any other payload. */
export const parseControl = (payload: string): SwitchState | Mistake =>
  controlState(payload) ?? controlMistake(payload);

const WRITE = 'Write {"state":"on"} or {"state":"off"}, in small letters and double quotes.';

export function controlMistake(payload: string): Mistake {
  let value: unknown;
  try {
    value = JSON.parse(payload);
  } catch {
    const mistake = jsonMistake(payload);
    // a word alone, such as `on`
    const isWord = /^\s*\w*\s*$/.test(payload);
    return { ...mistake, remedy: isWord ? WRITE : (mistake.remedy ?? WRITE) };
  }
  if (!isObject(value)) return { reason: `The message is ${kindOf(value)}, not an object.`, remedy: WRITE };
  const { state } = value;
  const given = typeof state === "object" ? kindOf(state) : quoted(JSON.stringify(state));
  return { reason: `state is ${given}, not "on" or "off".`, remedy: WRITE, key: "state" };
}
