import { createFileRoute } from "@tanstack/react-router";
import { ChannelScreen } from "../../../features/values/channel-screen.tsx";
import { chartSearch } from "../../../lib/link-search.ts";

export const Route = createFileRoute("/dashboard/mqtt/channels_/$channelId")({
  validateSearch: chartSearch,
  staticData: { title: "Channel" },
  component: Channel,
});

function Channel() {
  const { channelId } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ChannelScreen
      key={channelId}
      channelId={channelId}
      view={search}
      onView={(changed) => navigate({ search: { ...search, ...changed }, replace: true, resetScroll: false })}
    />
  );
}
