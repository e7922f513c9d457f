import { createFileRoute } from "@tanstack/react-router";
import { ChannelsScreen } from "../../../features/channels/channels-screen.tsx";

export const Route = createFileRoute("/dashboard/mqtt/channels")({
  component: ChannelsScreen,
  staticData: { title: "Channels" },
});
