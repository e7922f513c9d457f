import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import type { DeviceDetail } from "../../../../worker/contract/presence.ts";
import { CallError } from "../../api/problem.ts";
import { deviceQuery, SLOW_REFRESH_MS } from "../../api/queries.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { actorText } from "../../devices/actor-text.ts";
import { DeliveryLine } from "../../devices/delivery-line.tsx";
import { Presence } from "../../devices/presence.tsx";
import { proofOf } from "../../devices/proof.ts";
import { StateBadge } from "../../devices/state-badge.tsx";
import { useKnown } from "../../devices/use-known.ts";
import { useRefresh } from "../../devices/use-refresh.ts";
import { useSwitchDevice } from "../../devices/use-switch-device.ts";
import { atMost } from "../../lib/at-most.ts";
import { preciseMomentText } from "../../lib/time.ts";
import { Breadcrumbs } from "../../ui/breadcrumbs.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { CopyField } from "../../ui/copy.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Note } from "../../ui/note.tsx";
import { PageHeading, Panel } from "../../ui/panel.tsx";
import { Switch } from "../../ui/switch.tsx";
import { useTitle } from "../../ui/use-title.ts";
import { AnnouncedPanel } from "./announced-panel.tsx";
import { ConnectDialog } from "./connect-dialog.tsx";
import { ConnectionHistory } from "./connection-history.tsx";
import { whence } from "./connections-table.tsx";
import { DeviceEvents } from "./device-events.tsx";
import { SchedulesPanel } from "./schedules/schedules-panel.tsx";
import { SettingsForm } from "./settings-form.tsx";

interface DevicePageProps {
  deviceId: string;
  program: ReactNode;
  values: ReactNode;
  watches: ReactNode;
  connect: boolean;
}

export function DevicePage({ deviceId, program, values, watches, connect }: DevicePageProps) {
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
      {(found) => (
        <LoadedDevice
          key={deviceId}
          device={found}
          known={known}
          program={program}
          values={values}
          watches={watches}
          connect={connect}
        />
      )}
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

interface LoadedDeviceProps {
  device: DeviceDetail;
  known: boolean;
  program: ReactNode;
  values: ReactNode;
  watches: ReactNode;
  connect: boolean;
}

function LoadedDevice({ device, known, program, values, watches, connect }: LoadedDeviceProps) {
  const [connecting, setConnecting] = useState(connect);
  // a discovered device logs in with its own maker's settings
  const connects = device.found === undefined;
  useRefreshOnPresenceChange(device);
  useTitle(device.name);
  return (
    <>
      <PageHeading
        above={<Breadcrumbs of={[{ text: "Devices", to: "/dashboard/devices" }]} />}
        actions={connects && <WaysToConnect deviceId={device.id} onConnect={() => setConnecting(true)} />}
      >
        {device.name}
      </PageHeading>
      <div className="grid gap-5">
        <div className="grid gap-5 lg:grid-cols-2">
          <SwitchPanel device={device} known={known} />
          <PresencePanel device={device} known={known} />
        </div>
        {/* The height of the first row, so that nothing below moves when it is drawn. */}
        <div className={device.values.length > 0 ? "min-h-100" : undefined}>{values}</div>
        {watches}
        <SchedulesPanel deviceId={device.id} />
        <ConnectionHistory device={device} />
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <div className="grid min-w-0 gap-5">
            <DeviceEvents deviceId={device.id} name={device.name} />
            {device.found && <AnnouncedPanel found={device.found} />}
          </div>
          <SettingsForm device={device} />
        </div>
      </div>
      <ConnectDialog
        open={connects && connecting}
        device={device}
        program={program}
        onClose={() => setConnecting(false)}
      />
    </>
  );
}

const WaysToConnect = ({ deviceId, onConnect }: { deviceId: string; onConnect(): void }) => (
  <>
    <Link to="/dashboard/devices/virtual" search={{ device: deviceId }} className={buttonClass("secondary")}>
      Try a virtual device
    </Link>
    <Button look="primary" onClick={onConnect}>
      Connect
    </Button>
  </>
);

function SwitchPanel({ device, known }: { device: DeviceDetail; known: boolean }) {
  const { deliveryOf, press } = useSwitchDevice();
  const delivery = deliveryOf(device);
  return (
    <Panel title="Switch">
      <div className="flex flex-wrap items-center gap-4">
        <Switch
          on={device.state}
          proof={proofOf(device, known)}
          pending={delivery?.phase === "sending"}
          onPress={() => press(device)}
          size="lg"
        />
        <StateBadge device={device} holds={known} />
        <DeliveryLine delivery={delivery} className="w-full" />
        <p className="w-full text-sm text-soft">{commandText(device.command)}</p>
      </div>
    </Panel>
  );
}

function commandText(command: DeviceDetail["command"]): string {
  if (!command) return "It has not been switched yet.";
  const { state, accepted_at, delivered_at } = command;
  const what = `Last switched ${state ? "on" : "off"} by ${actorText(command)}, ${preciseMomentText(accepted_at)}`;
  return delivered_at
    ? `${what}; taken by the device ${preciseMomentText(delivered_at)}.`
    : `${what}; not known to be taken.`;
}

function PresencePanel({ device, known }: { device: DeviceDetail; known: boolean }) {
  const seen = device.last_seen && preciseMomentText(device.last_seen);
  return (
    <Panel title="Presence" aside={<Presence connected={known ? device.connected : null} />}>
      <div className="grid gap-3 text-sm">
        <p>
          {device.since
            ? `Since ${preciseMomentText(device.since)}.${seen ? ` Last heard of ${seen}.` : ""}`
            : seen
              ? `Last seen ${seen}.`
              : device.connected
                ? "It was there when it was added."
                : "It has never been connected."}
        </p>
        {device.found?.source && <p>Found, by {device.found.source}.</p>}
        {device.clients.map((client) => (
          <p key={client.connection_id} className="text-soft">
            <code className="text-ink wrap-anywhere">{client.client_id}</code> · {whence(client)}
          </p>
        ))}
        <CopyField value={device.id} label={`ID of ${device.name}`} />
      </div>
    </Panel>
  );
}
