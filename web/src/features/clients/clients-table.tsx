import { Link } from "@tanstack/react-router";
import { displayTopic } from "../../../../broker/contract/topics.ts";
import type { LiveClient } from "../../../../worker/contract/clients.ts";
import { preciseMomentText } from "../../lib/time.ts";
import { useUser } from "../../session/session.ts";
import { Button } from "../../ui/button.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { TopicList } from "../../ui/topics.tsx";

const KINDS: Record<LiveClient["kind"], string> = {
  "api-key": "API key",
  token: "Token",
  credential: "Credential",
  device: "Device",
};
const TOPICS_SHOWN = 2;

interface ClientsTableProps {
  clients: LiveClient[];
  onDisconnect(client: LiveClient): void;
}

export function ClientsTable({ clients, onDisconnect }: ClientsTableProps) {
  const { id: userId } = useUser();
  const columns: Column<LiveClient>[] = [
    { title: "Client", cell: (client) => <Who client={client} /> },
    {
      title: "Connected",
      cell: ({ since, protocol, address, country, colo }) => (
        <>
          <time dateTime={since}>{preciseMomentText(since)}</time>
          <p className="text-xs text-soft">
            {[`MQTT ${protocol}`, address, country, colo].filter(Boolean).join(", ")}
          </p>
        </>
      ),
    },
    { title: "In", cell: ({ messages_in, bytes_in }) => <Traffic messages={messages_in} bytes={bytes_in} /> },
    {
      title: "Out",
      cell: ({ messages_out, bytes_out }) => <Traffic messages={messages_out} bytes={bytes_out} />,
    },
    {
      title: "Subscriptions",
      cell: ({ subscriptions }) => (
        <TopicList
          topics={subscriptions.map((filter) => displayTopic(userId, filter))}
          limit={TOPICS_SHOWN}
          empty="None"
        />
      ),
    },
    {
      title: "Actions",
      cell: (client) => (
        <Button
          size="sm"
          look="danger"
          aria-describedby={`client-${client.connection_id}`}
          onClick={() => onDisconnect(client)}
        >
          Disconnect
        </Button>
      ),
    },
  ];
  return (
    <Table label="Clients" columns={columns} rows={clients} rowKey={({ connection_id }) => connection_id} />
  );
}

function Who({ client: { connection_id, kind, id, name, client_id, browser } }: { client: LiveClient }) {
  return (
    <div id={`client-${connection_id}`} className="min-w-0">
      {kind === "device" ? (
        <Link
          to="/dashboard/devices/$deviceId"
          params={{ deviceId: id }}
          className="font-medium underline decoration-edge underline-offset-2 wrap-anywhere hover:decoration-ink"
        >
          {name ?? "Device"}
        </Link>
      ) : (
        <span className="font-medium wrap-anywhere">{name ?? (browser ? "Your browser" : "A program")}</span>
      )}
      <p className="text-xs text-soft">
        {KINDS[kind]}
        {browser && ", in a browser"}
      </p>
      <code className="text-xs text-soft wrap-anywhere">{client_id}</code>
    </div>
  );
}

function Traffic({ messages, bytes }: { messages: number; bytes: number }) {
  return (
    <span className="whitespace-nowrap">
      {messages.toLocaleString("en-US")} <span className="text-xs text-soft">({sizeText(bytes)})</span>
    </span>
  );
}

const UNITS = ["B", "kB", "MB", "GB", "TB"];

function sizeText(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 999.5 && unit < UNITS.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${unit === 0 || size >= 99.95 ? Math.round(size) : Number(size.toPrecision(3))} ${UNITS[unit]}`;
}
