import {
  DEVICE_EVENT_LABELS,
  type DeviceEventType,
  UNKNOWN_EVENT_LABEL,
} from "../../../../broker/contract/device-events.ts";
import { Badge, type Tone } from "../../ui/signal/lamp.tsx";

const TONES: Record<DeviceEventType, Tone> = {
  connected: "go",
  turned_on: "go",
  turned_off: "idle",
  disconnected: "wait",
  errored: "stop",
};

const isKnown = (type: string): type is DeviceEventType => Object.hasOwn(DEVICE_EVENT_LABELS, type);

const eventLabel = (type: string): string =>
  isKnown(type) ? DEVICE_EVENT_LABELS[type] : UNKNOWN_EVENT_LABEL;

export const eventText = (type: string, count: number): string =>
  count === 1 ? eventLabel(type) : `${eventLabel(type)}, ${count.toLocaleString("en-US")} times`;

interface EventBadgeProps {
  type: string;
  count?: number;
  /** The values that were set: "brightness 40". */
  detail?: string | undefined;
}

export function EventBadge({ type, count = 1, detail = "" }: EventBadgeProps) {
  return (
    <Badge tone={isKnown(type) ? TONES[type] : "idle"} long={count > 1 || detail !== ""}>
      {`${eventText(type, count)}${detail && `, ${detail}`}`}
    </Badge>
  );
}
