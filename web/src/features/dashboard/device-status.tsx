import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { devicesQuery, PRESENCE_REFRESH_MS } from "../../api/queries.ts";
import { Presence } from "../../devices/presence.tsx";
import { StateBadge } from "../../devices/state-badge.tsx";
import { useKnown } from "../../devices/use-known.ts";
import { ValueLine } from "../../devices/value-line.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Panel } from "../../ui/panel.tsx";
import { panelLink, SHOWN } from "./shown.ts";
import { useErrorOnConsole } from "./use-error-on-console.ts";

export function DeviceStatus() {
  const devices = useQuery({ ...devicesQuery(SHOWN), refetchInterval: PRESENCE_REFRESH_MS });
  const known = useKnown(devices);
  useErrorOnConsole("The devices could not be loaded.", devices.error);
  return (
    <Panel
      flush
      title="Device Status"
      aside={
        <Link to="/dashboard/devices" className={panelLink}>
          Manage devices
        </Link>
      }
    >
      <Loaded of={devices} loading="Loading Devices..." empty="No devices">
        {(list) => (
          <ul className="divide-y divide-hairline">
            {list.map((device) => (
              <li
                key={device.id}
                className="flex min-h-12 items-center justify-between gap-3 px-5 py-2.5 text-sm"
              >
                <div className="grid min-w-0 gap-0.5">
                  <span className="font-medium wrap-anywhere">{device.name}</span>
                  <ValueLine values={device.values} />
                </div>
                <span className="flex shrink-0 items-center gap-3">
                  <Presence connected={known ? device.connected : null} />
                  <StateBadge device={device} holds={known} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  );
}
