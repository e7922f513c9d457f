import { createFileRoute } from "@tanstack/react-router";
import { ChannelScreen } from "../../../features/values/channel-screen.tsx";

export const Route = createFileRoute("/dashboard/mqtt/channels_/$channelId")({
  staticData: { title: "Channel" },
  component: Channel,
});

function Channel() {
  const { channelId } = Route.useParams();
  return <ChannelScreen key={channelId} channelId={channelId} />;
}
