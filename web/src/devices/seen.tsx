import type { Device } from "../../../worker/contract/device.ts";
import { preciseMomentText } from "../lib/time.ts";
import { useNow } from "../lib/use-now.ts";
import { ageText } from "./values.ts";

const STEP_MS = 15_000;

/** The last contact of a disconnected device. Empty for a connected or unknown one. */
export function Seen({ device, known }: { device: Device; known: boolean }) {
  const now = useNow(STEP_MS);
  if (!known || device.connected || device.last_seen === null) return null;
  return (
    <time
      dateTime={device.last_seen}
      title={preciseMomentText(device.last_seen)}
      className="text-xs whitespace-nowrap text-soft"
    >
      seen {ageText(now - Date.parse(device.last_seen))}
    </time>
  );
}
