import { createFileRoute } from "@tanstack/react-router";
import { EventChart } from "../../../features/event-chart/event-chart.tsx";
import { EventsScreen } from "../../../features/events/events-screen.tsx";
import { parseFilters } from "../../../features/events/filters.ts";

export const Route = createFileRoute("/dashboard/devices/events")({
  validateSearch: parseFilters,
  staticData: { title: "Events" },
  component: Events,
});

function Events() {
  const navigate = Route.useNavigate();
  return (
    <EventsScreen
      chart={<EventChart />}
      filters={Route.useSearch()}
      onFilters={(search) => navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
