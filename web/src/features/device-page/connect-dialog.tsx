import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useRef } from "react";
import type { DeviceDetail } from "../../../../worker/contract/devices.ts";
import type { Refusal } from "../../../../worker/contract/refusals.ts";
import { deviceQuery, refusalsQuery } from "../../api/queries.ts";
import { refusalText } from "../../devices/refusal-text.ts";
import { preciseMomentText } from "../../lib/time.ts";
import { isolated } from "../../lib/words.ts";
import { useUser } from "../../session/session.ts";
import { Modal } from "../../ui/modal.tsx";
import { Note } from "../../ui/page/note.tsx";
import { Spinner } from "../../ui/page/spinner.tsx";

const WATCH_MS = 1_500;

interface ConnectDialogProps {
  open: boolean;
  device: DeviceDetail;
  program: ReactNode;
  onClose(): void;
}

export function ConnectDialog({ open, device, program, onClose }: ConnectDialogProps) {
  return (
    <Modal wide open={open} title={`Connect ${isolated(device.name)}`} onClose={onClose}>
      <div className="grid gap-5">
        <Watch device={device} />
        {program}
      </div>
    </Modal>
  );
}

function Watch({ device }: { device: DeviceDetail }) {
  const { id: userId } = useUser();
  useQuery({ ...deviceQuery(device.id), refetchInterval: WATCH_MS });
  const refused = useNewRefusal(device.id);
  const sawIt = useRef(false);
  sawIt.current ||= device.connected;
  if (device.connected) {
    return (
      <Note tone="go" live title="Connected">
        {device.since && `Since ${preciseMomentText(device.since)}. `}Close this and press Turn On.
      </Note>
    );
  }
  if (refused) {
    return (
      <Note tone="stop" title="Blocked">
        {refusalText(refused, userId)}{" "}
        <Link to="/dashboard/mqtt/log" search={{ at: refused.at }}>
          What would help
        </Link>
      </Note>
    );
  }
  return (
    <Note live title={sawIt.current ? "It was connected, and left again" : "Waiting for the device"}>
      <span className="flex items-center gap-2">
        <Spinner />
        Run one of these programs; what the broker sees of it stands here.
      </span>
    </Note>
  );
}

/** The newest blocked CONNECT of this device since the dialog was opened. */
function useNewRefusal(deviceId: string): Refusal | undefined {
  const { data, isFetchedAfterMount } = useQuery({ ...refusalsQuery(), refetchInterval: WATCH_MS });
  const known = useRef<ReadonlySet<string> | null>(null);
  if (!data || !isFetchedAfterMount) return undefined;
  known.current ??= new Set(data.map(({ id }) => id));
  return data.find(
    ({ id, kind, client_name }) =>
      kind === "connect" && client_name?.includes(`${deviceId}:`) && !known.current?.has(id),
  );
}
