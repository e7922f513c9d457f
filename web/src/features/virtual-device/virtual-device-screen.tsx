import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Device } from "../../../../worker/contract/devices.ts";
import { apiKeysQuery, credentialsQuery, ownDevicesQuery } from "../../api/queries.ts";
import { useKnown, useRefresh } from "../../devices/use-known.ts";
import { Breadcrumbs, type Crumb } from "../../ui/layout/breadcrumbs.tsx";
import { PageHeading } from "../../ui/layout/panel.tsx";
import { both, Loaded } from "../../ui/loading/loaded.tsx";
import { Loading } from "../../ui/loading/spinner.tsx";
import { Note } from "../../ui/messages/note.tsx";
import { useTitle } from "../../ui/use-title.ts";
import { Workbench } from "./workbench.tsx";

interface VirtualDeviceScreenProps {
  deviceId: string | undefined;
  values(deviceId: string): ReactNode;
  celebration: ReactNode;
  onDevice(deviceId: string): void;
}

export function VirtualDeviceScreen({ deviceId, values, celebration, onDevice }: VirtualDeviceScreenProps) {
  const devices = useQuery({ ...ownDevicesQuery(), refetchInterval: useRefresh() });
  const known = useKnown(devices);
  const credentials = useQuery(credentialsQuery());
  const keys = useQuery(apiKeysQuery());
  const device = devices.data?.find(({ id }) => id === deviceId) ?? devices.data?.[0];
  useTitle(device ? `${device.name}, virtual device` : "Virtual device");
  return (
    <>
      <PageHeading above={<Breadcrumbs of={above(device)} />}>Virtual device</PageHeading>
      {keys.isPending ? (
        <Loading />
      ) : (
        <Loaded of={both(devices, credentials)} failed="Your devices and credentials could not be loaded.">
          {([list, logins]) =>
            device ? (
              <Workbench
                key={device.id}
                device={device}
                known={known}
                devices={list}
                credentials={logins}
                values={values(device.id)}
                celebration={celebration}
                onDevice={onDevice}
              />
            ) : (
              <NothingToPlay />
            )
          }
        </Loaded>
      )}
    </>
  );
}

const above = (device: Device | undefined): Crumb[] => [
  { text: "Devices", to: "/dashboard/devices" },
  ...(device
    ? [{ text: device.name, to: "/dashboard/devices/$deviceId", params: { deviceId: device.id } } as const]
    : []),
];

function NothingToPlay() {
  return (
    <Note tone="wait">
      A virtual device plays one of your devices. <Link to="/dashboard/devices">Create one first</Link>, or
      let the <Link to="/dashboard">first steps</Link> make all that it needs.
    </Note>
  );
}
