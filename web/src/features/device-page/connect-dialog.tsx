import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useRef } from "react";
import type { DeviceDetail } from "../../../../worker/contract/devices.ts";
import type { Refusal } from "../../../../worker/contract/refusals.ts";
import { deviceQuery, refusalsQuery } from "../../api/queries.ts";
import { refusalText } from "../../devices/refusal-text.ts";
import { isVirtualClientId } from "../../lib/random.ts";
import { preciseMomentText } from "../../lib/time.ts";
import { isolated } from "../../lib/words.ts";
import { useUser } from "../../session/session.ts";
import { Modal } from "../../ui/dialogs/modal.tsx";
import { Spinner } from "../../ui/loading/spinner.tsx";
import { Note } from "../../ui/messages/note.tsx";

const WATCH_MS = 1_500;

interface ConnectDialogProps {
  open: boolean;
  device: DeviceDetail;
  program: ReactNode;
  /** The button that powers off this page's virtual device. */
  powerOff: ReactNode;
  onClose(): void;
}

export function ConnectDialog({ open, device, program, powerOff, onClose }: ConnectDialogProps) {
  return (
    <Modal wide open={open} title={`Connect ${isolated(device.name)}`} onClose={onClose}>
      <div className="grid gap-5">
        <Watch device={device} />
        {device.clients.some(isVirtual) && (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
            <p className="min-w-0 flex-1 basis-60">
              A virtual device is connected as {isolated(device.name)}, too. It is not counted here.
            </p>
            {powerOff}
          </div>
        )}
        {program}
      </div>
    </Modal>
  );
}

function Watch({ device: { id, clients, state } }: { device: DeviceDetail }) {
  const { id: userId } = useUser();
  const { isFetchedAfterMount: isFresh } = useQuery({
    ...deviceQuery(id),
    refetchInterval: WATCH_MS,
    refetchOnMount: "always",
  });
  const { connected, left, earlier } = useNewClient(clients, isFresh);
  const refused = useNewRefusal(id);
  if (connected) {
    return (
      <Note tone="go" live title="Connected">
        As <ClientId of={connected} />, since {preciseMomentText(connected.since)}.{" "}
        {`Close this and press ${state ? "Turn Off" : "Turn On"}.`}
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
    <Note live title={left ? "It was connected, and left again" : "Waiting for the device"}>
      <span className="flex items-center gap-2">
        <Spinner />
        {left ? (
          <span>
            It came as <ClientId of={left} />. A new connection is shown here.
          </span>
        ) : (
          "Run one of these programs; what the broker sees of it stands here."
        )}
      </span>
      {earlier && (
        <p className="mt-1">
          <ClientId of={earlier} /> was connected before you opened this, and is not counted.
        </p>
      )}
    </Note>
  );
}

const ClientId = ({ of }: { of: Client }) => <code className="wrap-anywhere">{of.client_id}</code>;

type Client = DeviceDetail["clients"][number];

const isVirtual = ({ client_id }: Client): boolean => isVirtualClientId(client_id);

interface NewClient {
  connected: Client | undefined;
  /** The last one that was connected. */
  left: Client | undefined;
  /** Another one, which was there before. */
  earlier: Client | undefined;
}

/** The device's own client that connected after the dialog was opened. The first fresh list shows the earlier ones. */
function useNewClient(clients: readonly Client[], isFresh: boolean): NewClient {
  const known = useRef<ReadonlySet<string> | null>(null);
  const last = useRef<Client>(undefined);
  if (isFresh) known.current ??= new Set(clients.map((client) => client.connection_id));
  const isKnown = ({ connection_id }: Client) => known.current?.has(connection_id) ?? true;
  const own = clients.filter((client) => !isVirtual(client));
  const connected = own.find((client) => !isKnown(client));
  if (connected) last.current = connected;
  return { connected, left: last.current, earlier: own.find(isKnown) };
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
