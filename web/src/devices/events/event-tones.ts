/** The signals of events. Pure. */

import type { DeviceEventType } from "../../../../broker/contract/device-events.ts";
import type { Tone } from "../../ui/lamp.tsx";

export const EVENT_TONES: Record<DeviceEventType, Tone> = {
  connected: "go",
  turned_on: "go",
  turned_off: "idle",
  disconnected: "wait",
  errored: "stop",
};
