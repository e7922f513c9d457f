import { createFileRoute } from "@tanstack/react-router";
import { DashboardScreen } from "../../features/dashboard/dashboard-screen.tsx";
import { FirstSteps } from "../../features/first-steps/first-steps.tsx";
import { part } from "../../ui/part.tsx";

// Shown only during the first steps.
const PhoneLink = part(() => import("../../features/virtual-device/phone-link.tsx"));

export const Route = createFileRoute("/dashboard/")({
  component: Dashboard,
  staticData: { title: "Dashboard" },
});

function Dashboard() {
  return <DashboardScreen top={<FirstSteps phone={(id) => <PhoneLink deviceId={id} atOnce />} />} />;
}
