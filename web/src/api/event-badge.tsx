import {
  DEVICE_EVENT_LABELS,
  type DeviceEventType,
  UNKNOWN_EVENT_LABEL,
} from "../../../broker/contract/device-events.ts";
import { Badge, type Tone } from "../ui/lamp.tsx";

const TONES: Record<DeviceEventType, Tone> = {
  connected: "go",
  turned_on: "go",
  turned_off: "idle",
  disconnected: "wait",
  errored: "stop",
};

const isKnown = (type: string): type is DeviceEventType => Object.hasOwn(DEVICE_EVENT_LABELS, type);

/** What a device event is called. */
export const eventLabel = (type: string): string =>
  isKnown(type) ? DEVICE_EVENT_LABELS[type] : UNKNOWN_EVENT_LABEL;

export function EventBadge({ type }: { type: string }) {
  return <Badge tone={isKnown(type) ? TONES[type] : "idle"}>{eventLabel(type)}</Badge>;
}
