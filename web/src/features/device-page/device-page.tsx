import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Play, Plug } from "lucide-react";
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import type { AdoptedAs, DeviceDetail } from "../../../../worker/contract/devices.ts";
import { CallError } from "../../api/problem.ts";
import { deviceQuery, SLOW_REFRESH_MS } from "../../api/queries.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { Controls } from "../../devices/lazy-controls.tsx";
import { PinButton } from "../../devices/pin-button.tsx";
import { useKnown, useRefresh } from "../../devices/use-known.ts";
import { atMost } from "../../lib/at-most.ts";
import { Breadcrumbs } from "../../ui/apart/breadcrumbs.tsx";
import { type Tab, Tabs } from "../../ui/apart/tabs.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Button, buttonClass } from "../../ui/page/button.tsx";
import { Note } from "../../ui/page/note.tsx";
import { part } from "../../ui/page/part.tsx";
import { PageHeading, Panel } from "../../ui/panel.tsx";
import { useTitle } from "../../ui/use-title.ts";
import { ConnectDialog } from "./connect-dialog.tsx";
import { ConnectionHistory } from "./connection-history.tsx";
import { DeviceEvents } from "./device-events.tsx";
import { SchedulesPanel } from "./schedules/schedules-panel.tsx";
import { DeleteDevice, SettingsForm } from "./settings-form.tsx";
import { SwitchPanel } from "./switch-panel.tsx";

interface DeviceParts {
  program: ReactNode;
  powerOff: ReactNode;
  celebration: ReactNode;
  tiles: ReactNode;
  chart: ReactNode;
  watches: ReactNode;
  watchButton: ReactNode;
  /** In the address: whether the dialog for connecting or the form for a schedule is open at first, and the tab. */
  search: { connect?: true; tab?: string | undefined; add?: true | undefined };
  onTab(name: string): void;
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

/** Texts have no chart. */
const isCharted = ({ value }: DeviceDetail["values"][number]): boolean => typeof value !== "string";

interface LoadedDeviceProps extends DeviceParts {
  device: DeviceDetail;
  known: boolean;
}

function LoadedDevice({ device, known, search, onTab, ...parts }: LoadedDeviceProps) {
  const [connecting, setConnecting] = useState(search.connect ?? false);
  // a discovered device logs in with its own maker's settings
  const connects = device.found === undefined;
  useRefreshOnPresenceChange(device);
  useTitle(device.name);
  // Rendered, and its calls made, after the switch is painted.
  const isPainted = useDeferredValue(true, false);
  const tabs: Tab[] = [
    {
      name: "overview",
      title: "Overview",
      // The height of a chart, so that nothing moves when it is drawn.
      panel: <div className={device.values.some(isCharted) ? "min-h-150" : undefined}>{parts.chart}</div>,
    },
    { name: "schedules", title: "Schedules", panel: <SchedulesPanel device={device} adds={search.add} /> },
    { name: "watches", title: "Watches", panel: parts.watches },
    { name: "connections", title: "Connections", panel: <ConnectionHistory device={device} /> },
    { name: "events", title: "Events", panel: <DeviceEvents deviceId={device.id} name={device.name} /> },
    { name: "settings", title: "Settings", panel: <DeviceSettings device={device} /> },
  ];
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
            <Controls device={device} />
          </section>
        )}
        {parts.celebration}
        {/* What follows the tiles would move when they arrive. */}
        <div className="min-w-0 empty:hidden has-data-arriving:[&~*]:invisible">{parts.tiles}</div>
        {isPainted && <Tabs label="More of this device" tabs={tabs} current={search.tab} onTab={onTab} />}
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

const ControlsForm = part(() => import("./controls/controls-form.tsx"));

const DeviceSettings = ({ device }: { device: DeviceDetail }) => (
  <div className="grid items-start gap-5 lg:grid-cols-2">
    <div className="grid min-w-0 gap-5">
      <SettingsForm device={device} />
      {device.found && <AnnouncedPanel found={device.found} />}
    </div>
    <div className="grid min-w-0 gap-5">
      <ControlsForm device={device} />
      <DeleteDevice device={device} />
    </div>
  </div>
);

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

interface Fact {
  name: string;
  /** An empty list shows `otherwise`. */
  topics: readonly string[];
  otherwise?: string;
}

const factsOf = ({ command_topic, state_topic, availability_topics }: AdoptedAs): Fact[] => [
  { name: "It is switched on", topics: [command_topic] },
  {
    name: "It reports its state on",
    topics: state_topic === null ? [] : [state_topic],
    otherwise: "No topic. There is no proof that it took a command.",
  },
  {
    name: "It reports whether it is online on",
    topics: availability_topics,
    otherwise: "No topic. It counts as online.",
  },
];

function AnnouncedPanel({ found }: { found: AdoptedAs }) {
  return (
    <Panel title="Its own topics">
      <div className="grid gap-4 text-sm">
        <p className="max-w-[65ch]">
          {found.source === null ? "" : `Announced by ${found.source}. `}It logs in by itself, as it did
          before it was added.{" "}
          <Link to="/docs" hash="home-assistant" className="font-medium underline underline-offset-2">
            What that means
          </Link>
        </p>
        <dl className="divide-y divide-hairline rounded-lg border border-hairline bg-well">
          {factsOf(found).map(({ name, topics, otherwise }) => (
            <div key={name} className="px-4 py-2.5">
              <dt className="text-soft">{name}</dt>
              {topics.length === 0 && <dd>{otherwise}</dd>}
              {topics.map((topic) => (
                <dd key={topic}>
                  <code className="text-xs wrap-anywhere">{topic}</code>
                </dd>
              ))}
            </div>
          ))}
        </dl>
      </div>
    </Panel>
  );
}
