import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { devicesQuery, PRESENCE_REFRESH_MS } from "../../api/queries.ts";
import { useKnown } from "../../api/use-known.ts";
import { Empty, Panel } from "../../ui/panel.tsx";
import { Presence } from "../../ui/presence.tsx";
import { Loading } from "../../ui/spinner.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { panelLink, SHOWN } from "./shown.ts";

export function DeviceStatus() {
  const devices = useQuery({ ...devicesQuery(SHOWN), refetchInterval: PRESENCE_REFRESH_MS });
  const { data, error } = devices;
  const known = useKnown(devices);
  useEffect(() => {
    if (error) console.error("The devices could not be loaded.", error);
  }, [error]);
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
      {!data ? (
        // Also when they could not be loaded: they are asked for again and again, and none is not known.
        <Loading>Loading Devices...</Loading>
      ) : data.length > 0 ? (
        <ul className="divide-y divide-hairline">
          {data.map((device) => (
            <li
              key={device.id}
              className="flex min-h-12 items-center justify-between gap-3 px-5 py-2.5 text-sm"
            >
              <span className="min-w-0 font-medium wrap-anywhere">{device.name}</span>
              <span className="flex shrink-0 items-center gap-3">
                <Presence connected={known ? device.connected : null} />
                <StateBadge on={device.state} known={known} />
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <Empty>No devices</Empty>
      )}
    </Panel>
  );
}
