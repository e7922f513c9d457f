import { createFileRoute } from "@tanstack/react-router";
import { SchedulesScreen } from "../../features/schedules/schedules-screen.tsx";
import { part } from "../../ui/loading/part.tsx";

// Shown in a dialog only.
const ScheduleForm = part(() => import("../../features/device-page/schedules/schedule-form.tsx"));

export const Route = createFileRoute("/dashboard/schedules")({
  component: Schedules,
  staticData: { title: "Schedules" },
});

function Schedules() {
  return <SchedulesScreen form={ScheduleForm} />;
}
