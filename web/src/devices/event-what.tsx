import { Link } from "@tanstack/react-router";
import type { DeviceEvent } from "../../../worker/contract/events.ts";
import { EventBadge } from "./event-badge.tsx";

export function EventWhat({
  event: { event_type, count, created_at, reason, remedy },
}: {
  event: Pick<DeviceEvent, "event_type" | "count" | "created_at" | "reason" | "remedy">;
}) {
  const badge = <EventBadge type={event_type} count={count} />;
  if (event_type !== "errored") return badge;
  return (
    <div className="grid justify-items-start gap-1">
      <Link
        to="/dashboard/mqtt/log"
        search={{ at: created_at }}
        title="Why: see the blocked attempts at that time"
        className="inline-flex rounded-sm underline decoration-stop/60 underline-offset-2 hover:decoration-stop"
      >
        {badge}
      </Link>
      {reason && (
        <p dir="auto" className="max-w-96 text-xs whitespace-normal text-soft wrap-anywhere">
          {reason} {remedy}
        </p>
      )}
    </div>
  );
}
