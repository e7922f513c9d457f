import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type CSSProperties, useEffect, useState } from "react";
import type { Device } from "../../../../worker/contract/devices.ts";
import { lengthBefore } from "../../api/kept-answers.ts";
import { pinnedDevicesQuery } from "../../api/queries.ts";
import { proofOf } from "../../devices/delivery.ts";
import { DeliveryLine } from "../../devices/delivery-line.tsx";
import { Controls, valuesBesideControls } from "../../devices/lazy-controls.tsx";
import { Presence } from "../../devices/presence.tsx";
import { StateBadge } from "../../devices/state-badge.tsx";
import { useKnown, useRefresh } from "../../devices/use-known.ts";
import { type SwitchDevice, useSwitchDevice } from "../../devices/use-switch-device.ts";
import { ValueLine } from "../../devices/value-line.tsx";
import { ageText } from "../../devices/values.ts";
import { classNames } from "../../lib/class-names.ts";
import { preciseMomentText } from "../../lib/time.ts";
import { useAge } from "../../lib/use-now.ts";
import { isMissing, Loaded } from "../../ui/loaded.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Switch } from "../../ui/signal/switch.tsx";

/** Logs load failures to the console only: the dashboard's lists are refetched anyway. */
export function useErrorOnConsole(what: string, error: Error | null): void {
  useEffect(() => {
    if (error) console.error(what, error);
  }, [what, error]);
}

export const SHOWN = 4;

export const panelLink = "py-0.5 text-sm font-medium underline underline-offset-2 hover:decoration-2";

/** When the earlier number is unknown. */
const USUAL_ROWS = 3;
/** As high as "No devices". */
const FEWEST_ROWS = 2;

export function DeviceStatus() {
  const query = pinnedDevicesQuery(SHOWN);
  const devices = useQuery({ ...query, refetchInterval: useRefresh() });
  const [rows] = useState(() => lengthBefore(query.queryKey) ?? USUAL_ROWS);
  const known = useKnown(devices);
  const switching = useSwitchDevice();
  useErrorOnConsole("The devices could not be loaded.", devices.error);
  return (
    <Panel
      flush
      title="Device Status"
      // What follows would move by the difference: until then only its loading lines are shown.
      className={classNames(
        !isMissing(devices) && !devices.data && "[&~*]:invisible [&~*_[role=status]]:visible",
      )}
      aside={
        <Link to="/dashboard/devices" className={panelLink}>
          Manage devices
        </Link>
      }
    >
      {/* The final height, so that nothing below moves when the content arrives. */}
      <div
        style={{ "--rows": Math.max(rows, FEWEST_ROWS) } as CSSProperties}
        className={
          devices.data
            ? undefined
            : "min-h-[calc(var(--rows)*3.6875rem)] md:min-h-[calc(var(--rows)*3.3125rem)]"
        }
      >
        <Loaded of={devices} loading="Loading Devices..." empty="No devices">
          {(list) => (
            <ul className="divide-y divide-hairline">
              {list.map((device) => (
                <SignalRow key={device.id} device={device} known={known} switching={switching} />
              ))}
            </ul>
          )}
        </Loaded>
      </div>
    </Panel>
  );
}

interface SignalRowProps {
  device: Device;
  known: boolean;
  switching: SwitchDevice;
}

function SignalRow({ device, known, switching: { deliveryOf, press } }: SignalRowProps) {
  const delivery = deliveryOf(device);
  const nameId = `signal-${device.id}`;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 py-2 pr-3 pl-5 text-sm sm:pr-5">
      <div className="grid min-w-0 flex-1 items-center gap-x-6 gap-y-0.5 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <Link
          id={nameId}
          to="/dashboard/devices/$deviceId"
          params={{ deviceId: device.id }}
          title={device.name}
          dir="auto"
          className="line-clamp-1 justify-self-start font-medium underline decoration-edge underline-offset-2 wrap-anywhere hover:decoration-ink"
        >
          {device.name}
        </Link>
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-0.5">
          {/* The delivery of a switch takes the place of the presence, on a phone also of the badge: no row grows. */}
          {!delivery && (
            <Presence connected={known ? device.connected : null} never={device.last_seen === null} />
          )}
          <span className={classNames("flex min-w-0", delivery && "max-md:hidden")}>
            <StateBadge device={device} holds={known} />
          </span>
          {!delivery && <Seen device={device} known={known} />}
          <DeliveryLine delivery={delivery} className="max-md:min-h-6" />
          {/* On a phone one a line, so that no line is added when a value gets longer. */}
          <ValueLine
            values={valuesBesideControls(device)}
            className={classNames(
              "basis-full max-md:flex-col",
              "max-md:[&>li]:flex-nowrap max-md:[&>li>:first-child]:truncate max-md:[&>li>:nth-child(2)]:shrink-0",
            )}
          />
        </div>
      </div>
      <Switch
        on={device.state}
        proof={proofOf(device, known)}
        pending={delivery?.phase === "sending"}
        namedBy={nameId}
        onPress={() => press(device)}
      />
      <Controls compact device={device} className="w-full min-w-0 pt-1 md:[&>ul]:max-w-lg" />
    </li>
  );
}

/** The last contact of a disconnected device. Empty for a connected or unknown one. */
function Seen({ device, known }: { device: Device; known: boolean }) {
  if (!known || device.connected || device.last_seen === null) return null;
  return <SeenAt at={device.last_seen} />;
}

const SeenAt = ({ at }: { at: string }) => (
  <time dateTime={at} title={preciseMomentText(at)} className="text-xs whitespace-nowrap text-soft">
    seen {ageText(useAge(at))}
  </time>
);
