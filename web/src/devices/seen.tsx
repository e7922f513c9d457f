import type { Device } from "../../../worker/contract/device.ts";
import { preciseMomentText } from "../lib/time.ts";
import { useAge } from "../lib/use-now.ts";
import { ageText } from "./values.ts";

/** The last contact of a disconnected device. Empty for a connected or unknown one. */
export function Seen({ device, known }: { device: Device; known: boolean }) {
  if (!known || device.connected || device.last_seen === null) return null;
  return <SeenAt at={device.last_seen} />;
}

const SeenAt = ({ at }: { at: string }) => (
  <time dateTime={at} title={preciseMomentText(at)} className="text-xs whitespace-nowrap text-soft">
    seen {ageText(useAge(at))}
  </time>
);
