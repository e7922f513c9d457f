import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { apiKeysQuery, credentialsQuery, devicesQuery } from "../../api/queries.ts";
import { useKnown } from "../../devices/use-known.ts";
import { useRefresh } from "../../devices/use-refresh.ts";
import { both, Loaded } from "../../ui/loaded.tsx";
import { Note } from "../../ui/note.tsx";
import { PageHeading } from "../../ui/panel.tsx";
import { Loading } from "../../ui/spinner.tsx";
import { Workbench } from "./workbench.tsx";

interface VirtualDeviceScreenProps {
  /** The device that was asked for. */
  deviceId: string | undefined;
  /** What a device measures, beside the board that plays it. */
  values(deviceId: string): ReactNode;
  onDevice(deviceId: string): void;
}

/** A device without hardware: a board in the page, connected over real MQTT. */
export function VirtualDeviceScreen({ deviceId, values, onDevice }: VirtualDeviceScreenProps) {
  const devices = useQuery({ ...devicesQuery(), refetchInterval: useRefresh() });
  const known = useKnown(devices);
  const credentials = useQuery(credentialsQuery());
  const keys = useQuery(apiKeysQuery());
  return (
    <>
      <PageHeading>Virtual device</PageHeading>
      {keys.isPending ? (
        <Loading />
      ) : (
        <Loaded of={both(devices, credentials)} failed="Your devices and credentials could not be loaded.">
          {([list, logins]) => {
            const device = list.find(({ id }) => id === deviceId) ?? list[0];
            return device ? (
              <Workbench
                key={device.id}
                device={device}
                known={known}
                devices={list}
                credentials={logins}
                values={values(device.id)}
                onDevice={onDevice}
              />
            ) : (
              <NothingToPlay />
            );
          }}
        </Loaded>
      )}
    </>
  );
}

function NothingToPlay() {
  return (
    <Note tone="wait">
      A virtual device plays one of your devices. <Link to="/dashboard/devices">Create one first</Link>, or
      let the <Link to="/dashboard">first steps</Link> make all that it needs.
    </Note>
  );
}
