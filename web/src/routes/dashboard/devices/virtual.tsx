import { createFileRoute } from "@tanstack/react-router";
import { VirtualDeviceScreen } from "../../../features/virtual-device/virtual-device-screen.tsx";
import { whichSearch } from "../../../lib/link-search.ts";
import { part } from "../../../ui/part.tsx";

// Below the first screen.
const DeviceValues = part(() => import("../../../features/values/device-values.tsx"));

export const Route = createFileRoute("/dashboard/devices/virtual")({
  validateSearch: whichSearch("device"),
  staticData: { title: "Virtual device" },
  component: Virtual,
});

function Virtual() {
  const navigate = Route.useNavigate();
  return (
    <VirtualDeviceScreen
      deviceId={Route.useSearch().device}
      values={(id) => <DeviceValues deviceId={id} />}
      onDevice={(device) => navigate({ search: { device }, replace: true })}
    />
  );
}
