import { eventWords } from "../../../../broker/contract/control-words.ts";
import { DEVICE_EVENT_LABELS, type DeviceEventType } from "../../../../broker/contract/device-events.ts";
import { Badge } from "../../ui/lamp.tsx";
import { EVENT_TONES } from "./event-tones.ts";

const isKnown = (type: string): type is DeviceEventType => Object.hasOwn(DEVICE_EVENT_LABELS, type);

interface EventBadgeProps {
  type: string;
  count?: number;
  /** The values that were set: "Brightness 40 %". */
  values?: string | undefined;
  /** Values alone were set. */
  stateKept?: true | undefined;
}

export function EventBadge({ type, count = 1, values = "", stateKept }: EventBadgeProps) {
  const tone = stateKept || !isKnown(type) ? "idle" : EVENT_TONES[type];
  return (
    <Badge tone={tone} long={count > 1 || values !== ""}>
      {eventWords({ event_type: type, count, values, state_kept: stateKept })}
    </Badge>
  );
}
