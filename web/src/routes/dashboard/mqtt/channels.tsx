import { createFileRoute } from "@tanstack/react-router";
import { lazy } from "react";
import { ChannelsScreen } from "../../../features/channels/channels-screen.tsx";

// It brings MQTT.js and more; most visits only look at the list.
const TestingTool = lazy(() => import("../../../features/testing-tool/testing-tool.tsx"));

export const Route = createFileRoute("/dashboard/mqtt/channels")({
  component: Channels,
  staticData: { title: "Channels" },
});

function Channels() {
  return <ChannelsScreen testingTool={<TestingTool />} />;
}
