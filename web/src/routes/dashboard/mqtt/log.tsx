import { createFileRoute } from "@tanstack/react-router";
import { RefusalsScreen } from "../../../features/refusals/refusals-screen.tsx";

export const Route = createFileRoute("/dashboard/mqtt/log")({
  component: RefusalsScreen,
  staticData: { title: "Refusals" },
});
