import { createFileRoute } from "@tanstack/react-router";
import { DevicesScreen } from "../../../features/devices/devices-screen.tsx";
import { ShareDevices } from "../../../features/guests/share-devices.tsx";
import { listSearch } from "../../../lib/link-search.ts";

export const Route = createFileRoute("/dashboard/devices/")({
  validateSearch: listSearch,
  component: Devices,
  staticData: { title: "Devices" },
});

function Devices() {
  const navigate = Route.useNavigate();
  return (
    <DevicesScreen
      search={Route.useSearch()}
      share={(devices) => <ShareDevices devices={devices} />}
      onSearch={(search) => navigate({ search, replace: true, resetScroll: false })}
    />
  );
}
