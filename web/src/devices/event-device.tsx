import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { DeviceEvent } from "../../../worker/contract/events.ts";
import { devicesQuery } from "../api/queries.ts";

export function EventDevice({
  event: { device_id, device_name },
}: {
  event: Pick<DeviceEvent, "device_id" | "device_name">;
}) {
  const there = useQuery(devicesQuery()).data?.some(({ id }) => id === device_id) ?? false;
  if (!there)
    return (
      <span dir="auto" className="font-medium wrap-anywhere">
        {device_name}
      </span>
    );
  return (
    <Link
      to="/dashboard/devices/$deviceId"
      params={{ deviceId: device_id }}
      dir="auto"
      className="font-medium underline decoration-edge underline-offset-2 wrap-anywhere hover:decoration-ink"
    >
      {device_name}
    </Link>
  );
}
