import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Play, Plug } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import type { DeviceDetail } from "../../../../worker/contract/devices.ts";
import { CallError } from "../../api/problem.ts";
import { deviceQuery, SLOW_REFRESH_MS } from "../../api/queries.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { Controls } from "../../devices/lazy-controls.tsx";
import { PinButton } from "../../devices/pin-button.tsx";
import { useKnown, useRefresh } from "../../devices/use-known.ts";
import { atMost } from "../../lib/at-most.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { useOpenedBy } from "../../ui/dialogs/use-opened-by.ts";
import { Breadcrumbs } from "../../ui/layout/breadcrumbs.tsx";
import { PageHeading } from "../../ui/layout/panel.tsx";
import { Loaded } from "../../ui/loading/loaded.tsx";
import { part } from "../../ui/loading/part.tsx";
import { Note } from "../../ui/messages/note.tsx";
import { useTitle } from "../../ui/use-title.ts";
import { ConnectDialog } from "./connect-dialog.tsx";
import { SwitchPanel } from "./switch-panel.tsx";

interface DeviceParts {
  program: ReactNode;
  powerOff: ReactNode;
  celebration: ReactNode;
  tiles: ReactNode;
  chart: ReactNode;
  watches: ReactNode;
  watchButton: ReactNode;
  /** In the address: whether the dialog for connecting or the form for a schedule is open, and the tab. */
  search: { connect?: true | undefined; tab?: string | undefined; add?: true | undefined };
  onTab(name: string): void;
  /** The dialog for connecting, which the address opened, is closed. */
  onConnected(): void;
}

export function DevicePage({ deviceId, ...parts }: DeviceParts & { deviceId: string }) {
  const device = useQuery({ ...deviceQuery(deviceId), refetchInterval: useRefresh() });
  const known = useKnown(device);
  if (device.error instanceof CallError && device.error.status === 404) {
    return (
      <>
        <PageHeading>No such device</PageHeading>
        <Note tone="wait">
          It was deleted, or belongs to another account. <Link to="/dashboard/devices">All devices</Link>
        </Note>
      </>
    );
  }
  return (
    <Loaded of={device} failed="The device could not be loaded.">
      {(found) => <LoadedDevice key={deviceId} device={found} known={known} {...parts} />}
    </Loaded>
  );
}

/** When a device connects or disconnects, refetches its connections and events. */
function useRefreshOnPresenceChange({ id, connected }: DeviceDetail): void {
  const client = useQueryClient();
  const before = useRef(connected);
  const refresh = useMemo(
    () =>
      atMost(SLOW_REFRESH_MS, () => {
        void client.invalidateQueries({ queryKey: queryKeys.connections(id) });
        void client.invalidateQueries({ queryKey: queryKeys.events });
      }),
    [client, id],
  );
  useEffect(() => refresh.stop, [refresh]);
  useEffect(() => {
    if (before.current !== connected) refresh.ask();
    before.current = connected;
  }, [refresh, connected]);
}

// Loaded after the switch is painted.
const DeviceTabs = part(() => import("./device-tabs.tsx"), { loading: null });

interface LoadedDeviceProps extends DeviceParts {
  device: DeviceDetail;
  known: boolean;
}

function LoadedDevice({ device, known, search, onTab, onConnected, ...parts }: LoadedDeviceProps) {
  const [connecting, setConnecting] = useOpenedBy(search.connect ?? false, onConnected);
  // a discovered device logs in with its own maker's settings
  const connects = device.found === undefined;
  useRefreshOnPresenceChange(device);
  useTitle(device.name);
  return (
    <>
      <PageHeading
        above={<Breadcrumbs of={[{ text: "Devices", to: "/dashboard/devices" }]} />}
        actions={
          <>
            {parts.watchButton}
            <PinButton device={device} />
            {connects && <WaysToConnect device={device} onConnect={() => setConnecting(true)} />}
          </>
        }
      >
        {device.name}
      </PageHeading>
      <div className="grid gap-5 max-sm:gap-3">
        <SwitchPanel device={device} known={known} />
        {device.controls.length > 0 && (
          <section
            aria-label="Controls"
            className="min-w-0 rounded-lg border border-hairline bg-panel px-5 py-1.5 max-sm:-mt-1"
          >
            <Controls device={device} known={known} />
          </section>
        )}
        {parts.celebration}
        {/* What follows the tiles would move when they arrive. */}
        <div className="min-w-0 empty:hidden has-data-arriving:[&~*]:invisible">{parts.tiles}</div>
        <DeviceTabs
          device={device}
          chart={parts.chart}
          watches={parts.watches}
          search={search}
          onTab={onTab}
        />
      </div>
      <ConnectDialog
        open={connects && connecting}
        device={device}
        program={parts.program}
        powerOff={parts.powerOff}
        onClose={() => setConnecting(false)}
      />
    </>
  );
}

/** Only the icon, so that all actions fit into one line. */
const ON_A_PHONE = "touch max-sm:size-8 max-sm:px-0!";

const WaysToConnect = ({ device, onConnect }: { device: DeviceDetail; onConnect(): void }) => (
  <>
    {!device.connected && (
      <Link
        to="/dashboard/devices/virtual"
        search={{ device: device.id }}
        title="Try a virtual device"
        className={buttonClass("secondary", "md", ON_A_PHONE)}
      >
        <Play className="size-4 sm:hidden" aria-hidden="true" />
        <span className="max-sm:sr-only">Try a virtual device</span>
      </Link>
    )}
    <Button look="primary" title="Connect" onClick={onConnect} className={ON_A_PHONE}>
      <Plug className="size-4 sm:hidden" aria-hidden="true" />
      <span className="max-sm:sr-only">Connect</span>
    </Button>
  </>
);
