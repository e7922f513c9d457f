import { Link } from "@tanstack/react-router";
import { X } from "lucide-react";
import { IconButton } from "../../ui/button.tsx";
import "./celebration.css";

/** Directions in degrees. */
const SPARKS = [0, 30, 60, 90, 120, 150, 180, 210, 240, 270, 300, 330];

interface CelebrationCardProps {
  text: string;
  /** Null: without links. */
  deviceId: string | null;
  onDismiss(): void;
}

/** A signal lamp that lights up, and where one goes next. */
export default function CelebrationCard({ text, deviceId, onDismiss }: CelebrationCardProps) {
  return (
    <section aria-label="Next" className="celebration">
      <svg viewBox="-48 -48 96 96" aria-hidden="true" className="size-10">
        {SPARKS.map((angle) => (
          <g key={angle} transform={`rotate(${angle})`}>
            <path className="celebration-spark" d="M0-30V-44" />
          </g>
        ))}
        <circle className="celebration-lamp" r="20" />
      </svg>
      <p className="min-w-0 self-center font-semibold">{text}</p>
      <IconButton label="Dismiss" onClick={onDismiss} className="-mt-1 -mr-1">
        <X aria-hidden="true" />
      </IconButton>
      {deviceId !== null && <Links deviceId={deviceId} />}
    </section>
  );
}

const LINK = "touch inline-flex min-h-8 items-center font-medium underline underline-offset-2";

function Links({ deviceId }: { deviceId: string }) {
  const device = { to: "/dashboard/devices/$deviceId", params: { deviceId }, className: LINK } as const;
  return (
    <ul className="col-span-2 col-start-2 flex flex-wrap gap-x-5 text-sm max-sm:col-span-3 max-sm:col-start-1 max-sm:grid">
      <li>
        <Link {...device} search={{ connect: true }}>
          Connect my own board
        </Link>
      </li>
      <li>
        <Link {...device} search={{ tab: "schedules" }}>
          Add a schedule
        </Link>
      </li>
      <li>
        <Link {...device} search={{ tab: "watches" }}>
          Add a watch
        </Link>
      </li>
    </ul>
  );
}
