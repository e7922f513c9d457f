import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { devicesQuery, PRESENCE_REFRESH_MS } from "../../api/queries.ts";
import { Badge } from "../../ui/lamp.tsx";
import { Empty, Panel } from "../../ui/panel.tsx";
import { Presence } from "../../ui/presence.tsx";
import { Loading } from "../../ui/spinner.tsx";
import { panelLink, SHOWN } from "./shown.ts";

export function DeviceStatus() {
  const { data, error, isPending } = useQuery({
    ...devicesQuery(SHOWN),
    refetchInterval: PRESENCE_REFRESH_MS,
  });
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
      {isPending ? (
        <Loading>Loading Devices...</Loading>
      ) : data && data.length > 0 ? (
        <ul className="divide-y divide-hairline">
          {data.map((device) => (
            <li
              key={device.id}
              className="flex min-h-12 items-center justify-between gap-3 px-5 py-2.5 text-sm"
            >
              <span className="min-w-0 font-medium wrap-anywhere">{device.name}</span>
              <span className="flex shrink-0 items-center gap-3">
                <Presence connected={device.connected} />
                <Badge tone={device.state ? "go" : "idle"}>{device.state ? "On" : "Off"}</Badge>
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
