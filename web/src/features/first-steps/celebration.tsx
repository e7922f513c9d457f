import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Device } from "../../../../worker/contract/devices.ts";
import { celebrated } from "../../account/form/first-steps.ts";
import { devicesQuery } from "../../api/queries.ts";
import { useUser } from "../../session/session.ts";
import { announce } from "../../ui/announcer.tsx";

const TEXT = "Your first device took its first command. The dashboard has your next steps.";
const SHOWN_MS = 8_000;
/** Directions in degrees. */
const SPARKS = [0, 30, 60, 90, 120, 150, 180, 210, 240, 270, 300, 330];

const isTaken = ({ taken }: Device): boolean => taken === true;

/** Shown once for an account, on any screen, when the first device takes its first command. */
export function Celebration() {
  const { id: userId } = useUser();
  const shown = useFirstTaken(userId);
  if (!shown) return null;
  return (
    <div className="celebration" aria-hidden="true">
      <svg viewBox="-60 -60 120 120" aria-hidden="true" className="size-24 shrink-0">
        {SPARKS.map((angle) => (
          <g key={angle} transform={`rotate(${angle})`}>
            <path className="celebration-spark" d="M0-30V-44" />
          </g>
        ))}
        <circle className="celebration-lamp" r="20" />
      </svg>
      <p className="font-semibold sm:text-lg">{TEXT}</p>
    </div>
  );
}

/** Watches the cached lists of devices; makes no calls. */
function useFirstTaken(userId: string): boolean {
  const { data: devices } = useQuery({ ...devicesQuery(), enabled: false });
  const [shown, setShown] = useState(false);
  const waiting = useRef(false);
  useEffect(() => {
    if (!devices || celebrated.has(userId)) return;
    if (!devices.some(isTaken)) {
      waiting.current = true;
      return;
    }
    celebrated.add(userId);
    // If a device already took a command at the start, there is nothing to celebrate.
    if (!waiting.current) return;
    setShown(true);
    announce(TEXT);
  }, [devices, userId]);
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => setShown(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  return shown;
}
