/** The control message: a JSON object whose `state` is `on` or `off`; without `state` it means off. */

export type SwitchState = "on" | "off";

/** How a device is, as the broker says it on its status topic. Times are ISO 8601. */
export interface DeviceStatus {
  /** What it was last told to be; off where it never was. */
  state: SwitchState;
  connected: boolean;
  /** Since when it is connected, or is not; null where it never was. */
  since: string | null;
  /** Whether it has taken what it was told; null where it was told nothing, or in a way that leaves no proof. */
  taken: boolean | null;
  taken_at: string | null;
  /** Who switched it; null where nobody did. */
  by: StatusActor | null;
}

/** A page; REST, or a program with an API key; the device's own connection; a schedule; its own settings; a link. */
type StatusActor = "page" | "api" | "mqtt" | "schedule" | "auto-off" | "link";

export const controlPayload = (state: SwitchState): string => JSON.stringify({ state });

/** Larger than any sensible control message; beyond it the payload is not even parsed. Bytes. */
export const MAX_CONTROL_BYTES = 1024;

/**
 * The state that a control payload asks for, or null when it is not a control message.
 * Only the absence of `state` means off: any other value than `on` and `off` is a mistake, not a command.
 */
export function parseControl(payload: string): SwitchState | null {
  let value: unknown;
  try {
    value = JSON.parse(payload);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  if (!Object.hasOwn(value, "state")) return "off";
  const { state } = value as { state: unknown };
  return state === "on" || state === "off" ? state : null;
}
