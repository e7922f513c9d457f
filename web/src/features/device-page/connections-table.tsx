import type { DeviceConnection } from "../../../../worker/contract/devices.ts";
import { type ConnectionBand, durationText } from "../../devices/bands.ts";
import { preciseMomentText } from "../../lib/time.ts";
import { type Column, Table } from "../../ui/table.tsx";

const ROWS = 20;

const STAY: Column<ConnectionBand>[] = [
  { title: "From", cell: ({ connected_at }) => <time>{preciseMomentText(connected_at)}</time> },
  {
    title: "To",
    cell: ({ disconnected_at }) =>
      disconnected_at ? <time>{preciseMomentText(disconnected_at)}</time> : "Now",
  },
  {
    title: "Lasted",
    cell: ({ connected_at, disconnected_at }) =>
      durationText((disconnected_at ? Date.parse(disconnected_at) : Date.now()) - Date.parse(connected_at)),
  },
];

const CONNECTION: Column<DeviceConnection>[] = [
  ...STAY,
  {
    title: "How it ended",
    cell: ({ disconnected_at, service_close_code }) => endText(disconnected_at, service_close_code),
  },
  {
    title: "Client",
    cell: ({ client_id }) => <code className="text-xs wrap-anywhere">{client_id || "unnamed"}</code>,
  },
  {
    title: "From where",
    cell: (connection) => <span className="whitespace-nowrap">{whence(connection)}</span>,
  },
];

const endText = (disconnectedAt: string | null, serviceCode: number | null): string => {
  if (disconnectedAt === null) return "";
  return serviceCode === null ? "Connection lost" : `The service closed it (code ${serviceCode})`;
};

/** The location that Cloudflare reports for a connection. */
export const whence = ({
  country,
  colo,
  protocol,
  address,
}: Pick<DeviceConnection, "country" | "colo" | "protocol"> & { address?: string | null }) =>
  [`MQTT ${protocol}`, address, country, colo].filter(Boolean).join(", ");

const isConnection = (row: ConnectionBand | DeviceConnection): row is DeviceConnection => "client_id" in row;

export function ConnectionsTable({ rows }: { rows: readonly (ConnectionBand | DeviceConnection)[] }) {
  const shown = rows.slice(0, ROWS);
  return shown.every(isConnection) ? (
    <Table label="Connections" columns={CONNECTION} rows={shown} rowKey={({ id }) => id} />
  ) : (
    <Table label="Connections" columns={STAY} rows={shown} rowKey={({ connected_at }) => connected_at} />
  );
}
