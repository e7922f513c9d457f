import { Link } from "@tanstack/react-router";
import type { DeviceEvent } from "../../../worker/contract/event.ts";
import { EventBadge } from "./event-badge.tsx";

export function EventWhat({
  event: { event_type, count, created_at },
}: {
  event: Pick<DeviceEvent, "event_type" | "count" | "created_at">;
}) {
  const badge = <EventBadge type={event_type} count={count} />;
  if (event_type !== "errored") return badge;
  return (
    <Link
      to="/dashboard/mqtt/log"
      search={{ at: created_at }}
      title="Why: see the blocked attempts at that time"
      className="inline-flex rounded-sm underline decoration-stop/60 underline-offset-2 hover:decoration-stop"
    >
      {badge}
    </Link>
  );
}
