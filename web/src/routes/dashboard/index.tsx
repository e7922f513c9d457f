import { createFileRoute } from "@tanstack/react-router";
import { DashboardScreen } from "../../features/dashboard/dashboard-screen.tsx";
import { FirstSteps } from "../../features/first-steps/first-steps.tsx";
import { part } from "../../ui/page/part.tsx";

// Shown only during the first steps.
const PhoneLink = part(() => import("../../features/virtual-device/phone-link.tsx"));

export const Route = createFileRoute("/dashboard/")({
  component: Dashboard,
  staticData: { title: "Dashboard" },
});

const phone = (deviceId: string) => <PhoneLink deviceId={deviceId} atOnce />;

function Dashboard() {
  return <DashboardScreen greet={(notices) => <FirstSteps phone={phone}>{notices}</FirstSteps>} />;
}
