import { createFileRoute } from "@tanstack/react-router";
import { WatchesScreen } from "../../features/watches/watches-screen.tsx";

export const Route = createFileRoute("/dashboard/watches")({
  component: WatchesScreen,
  staticData: { title: "Watches" },
});
