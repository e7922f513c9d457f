import { createFileRoute } from "@tanstack/react-router";
import { SchedulesScreen } from "../../features/schedules/schedules-screen.tsx";

export const Route = createFileRoute("/dashboard/schedules")({
  component: SchedulesScreen,
  staticData: { title: "Schedules" },
});
