import { createFileRoute } from "@tanstack/react-router";
import { DashboardScreen } from "../../features/dashboard/dashboard-screen.tsx";
import { FirstSteps } from "../../features/first-steps/first-steps.tsx";
import { part } from "../../ui/loading/part.tsx";

// Shown only during the first steps.
const PhoneLink = part(() => import("../../features/virtual-device/phone-link.tsx"));

// Of a value that the owner chose for lists.
const ValueTile = part(() => import("../../features/values/pinned-tile.tsx"), { loading: null });

export const Route = createFileRoute("/dashboard/")({
  component: Dashboard,
  staticData: { title: "Dashboard" },
});

const phone = (deviceId: string) => <PhoneLink deviceId={deviceId} atOnce />;

function Dashboard() {
  return (
    <DashboardScreen
      greet={(standing) => <FirstSteps phone={phone} standing={standing} />}
      value={({ device, value, size }) =>
        value && <ValueTile device={device} lastValue={value} size={size} />
      }
    />
  );
}
