import { Link } from "@tanstack/react-router";
import { CalendarClock, Cpu, Smartphone } from "lucide-react";

const CARD =
  "flex size-full gap-3 rounded-md border border-edge p-4 text-left text-sm hover:border-ink " +
  "[&_svg]:size-5 [&_svg]:shrink-0";

export function NextSteps({ deviceId, onPhone }: { deviceId: string; onPhone(): void }) {
  const device = { to: "/dashboard/devices/$deviceId", params: { deviceId }, className: CARD } as const;
  return (
    <ul aria-label="Next steps" className="grid gap-3 md:grid-cols-3">
      <li>
        <Link {...device} search={{ connect: true }}>
          <Cpu aria-hidden="true" />
          <Words title="Connect my own board">Copy a ready program for it, with its login filled in.</Words>
        </Link>
      </li>
      <li>
        <Link {...device} search={{ tab: "schedules" }}>
          <CalendarClock aria-hidden="true" />
          <Words title="Add a schedule">Runs also while this page is closed.</Words>
        </Link>
      </li>
      <li>
        <button type="button" className={CARD} onClick={onPhone}>
          <Smartphone aria-hidden="true" />
          <Words title="Use my phone">Make it the lamp, or switch from its home screen.</Words>
        </button>
      </li>
    </ul>
  );
}

const Words = ({ title, children }: { title: string; children: string }) => (
  <span>
    <span className="block font-medium underline underline-offset-2">{title}</span>
    <span className="text-soft">{children}</span>
  </span>
);
