import { createFileRoute } from "@tanstack/react-router";
import { DashboardScreen } from "../../features/dashboard/dashboard-screen.tsx";
import { FirstSteps } from "../../features/first-steps/first-steps.tsx";

export const Route = createFileRoute("/dashboard/")({
  component: Dashboard,
  staticData: { title: "Dashboard" },
});

function Dashboard() {
  return <DashboardScreen top={<FirstSteps />} />;
}
