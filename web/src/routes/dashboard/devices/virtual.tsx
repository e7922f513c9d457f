import { createFileRoute } from "@tanstack/react-router";
import { useState } from "react";
import { CelebrationPlace } from "../../../features/first-steps/celebration.tsx";
import { VirtualDeviceScreen } from "../../../features/virtual-device/virtual-device-screen.tsx";
import { type chartSearch, textSearch } from "../../../lib/link-search.ts";
import { part } from "../../../ui/loading/part.tsx";

// Below the first screen.
const DeviceValues = part(() => import("../../../features/values/device-values.tsx"));

export const Route = createFileRoute("/dashboard/devices/virtual")({
  validateSearch: textSearch("device"),
  staticData: { title: "Virtual device" },
  component: Virtual,
});

function Virtual() {
  const navigate = Route.useNavigate();
  const [view, setView] = useState<ReturnType<typeof chartSearch>>({});
  return (
    <VirtualDeviceScreen
      deviceId={Route.useSearch().device}
      values={(id) => (
        <DeviceValues deviceId={id} view={view} onView={(changed) => setView({ ...view, ...changed })} />
      )}
      celebration={<CelebrationPlace />}
      onDevice={(device) => navigate({ search: { device }, replace: true })}
    />
  );
}
