import { createFileRoute } from "@tanstack/react-router";
import { useCallback, useDeferredValue, useMemo } from "react";
import { DevicePage } from "../../../features/device-page/device-page.tsx";
import { CelebrationPlace } from "../../../features/first-steps/celebration.tsx";
import { ShareDevice } from "../../../features/guests/share-devices.tsx";
import { WatchButton } from "../../../features/watches/watch-button.tsx";
import { deviceSearch } from "../../../lib/link-search.ts";
import { part } from "../../../ui/loading/part.tsx";

// Shown in a dialog only.
const DeviceProgram = part(() => import("../../../features/guide/device-program.tsx"));

const PowerOff = part(() => import("../../../features/virtual-device/power-off.tsx"), { loading: null });

const DeviceTiles = part(() => import("../../../features/values/device-tiles.tsx"), {
  loading: <div data-arriving className="h-24" />,
});

// In a tab.
const DeviceChart = part(() => import("../../../features/values/device-chart.tsx"));
const DeviceWatches = part(() => import("../../../features/watches/device-watches.tsx"));

export const Route = createFileRoute("/dashboard/devices/$deviceId")({
  validateSearch: deviceSearch,
  loader: async ({ params }) => {
    const asked = import("../../../features/device-page/prefetch.ts").then(({ prefetchDevice }) =>
      prefetchDevice(params.deviceId),
    );
    // As the first screen it is rendered once, with its device, which is on its way.
    if (window.ahead) await asked;
  },
  staticData: { title: "Device" },
  component: Device,
});

function Device() {
  const { deviceId } = Route.useParams();
  const search = Route.useSearch();
  // A press is answered before the chart is drawn anew.
  const view = useDeferredValue(search);
  const navigate = Route.useNavigate();
  const change = useCallback(
    (changed: ReturnType<typeof deviceSearch>) =>
      navigate({ search: (before) => ({ ...before, ...changed }), replace: true, resetScroll: false }),
    [navigate],
  );
  // Rendered anew only for another device or view, not with each press that changes the address.
  const parts = useMemo(
    () => ({
      program: <DeviceProgram deviceId={deviceId} />,
      celebration: <CelebrationPlace />,
      powerOff: <PowerOff deviceId={deviceId} />,
      watches: <DeviceWatches deviceId={deviceId} />,
      watchButton: (
        <>
          <ShareDevice deviceId={deviceId} />
          <WatchButton deviceId={deviceId} />
        </>
      ),
    }),
    [deviceId],
  );
  const values = useMemo(
    () => ({
      tiles: (
        <DeviceTiles
          deviceId={deviceId}
          view={view}
          // The chart is in the first tab.
          onChoose={(value) => change({ value, with: undefined, tab: undefined, add: undefined })}
        />
      ),
      chart: (
        <DeviceChart
          key={deviceId}
          deviceId={deviceId}
          view={view}
          onView={change}
          watch={(value) => <WatchButton deviceId={deviceId} value={value} />}
        />
      ),
    }),
    [deviceId, view, change],
  );
  return (
    <DevicePage
      {...parts}
      {...values}
      deviceId={deviceId}
      search={search}
      // The form for a new schedule opens once, not with each visit of its tab.
      onTab={(tab) => change({ tab, add: undefined })}
      onConnected={() => change({ connect: undefined })}
    />
  );
}
