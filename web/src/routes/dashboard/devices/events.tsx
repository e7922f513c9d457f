import { createFileRoute } from "@tanstack/react-router";
import { EventChart } from "../../../features/event-chart/event-chart.tsx";
import { EventsScreen } from "../../../features/events/events-screen.tsx";
import { filterSearch } from "../../../lib/link-search.ts";

export const Route = createFileRoute("/dashboard/devices/events")({
  validateSearch: filterSearch,
  staticData: { title: "Events" },
  component: Events,
});

function Events() {
  const navigate = Route.useNavigate();
  return (
    <EventsScreen
      chart={<EventChart />}
      search={Route.useSearch()}
      onFilters={(search) => navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
