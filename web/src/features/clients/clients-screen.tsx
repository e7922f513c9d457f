import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { displayTopic } from "../../../../broker/contract/topics.ts";
import type { LiveClient } from "../../../../worker/contract/clients.ts";
import { call } from "../../api/call.ts";
import { CallError } from "../../api/problem.ts";
import { clientsQuery, LIST_REFRESH_MS } from "../../api/queries.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { ConfirmCall } from "../../forms/dialogs/confirm-call.tsx";
import { classNames } from "../../lib/class-names.ts";
import { sizeText } from "../../lib/size-text.ts";
import { preciseMomentText } from "../../lib/time.ts";
import { useUser } from "../../session/session.ts";
import { Button } from "../../ui/button.tsx";
import { PageHeading, Panel } from "../../ui/layout/panel.tsx";
import { Loaded } from "../../ui/loading/loaded.tsx";
import { type Column, FOLDED, Table } from "../../ui/table.tsx";
import { TopicList } from "../../ui/topics.tsx";

export function ClientsScreen() {
  const clients = useQuery({ ...clientsQuery(), refetchInterval: LIST_REFRESH_MS });
  const [leaving, setLeaving] = useState<LiveClient | null>(null);
  return (
    <>
      <PageHeading>MQTT Clients</PageHeading>
      <Panel flush>
        <Loaded of={clients} failed="The connected clients could not be loaded." empty="Nobody is connected">
          {(list) => <ClientsTable clients={list} onDisconnect={setLeaving} />}
        </Loaded>
      </Panel>
      <DisconnectClient client={leaving} onClose={() => setLeaving(null)} />
    </>
  );
}

/** The client may have disconnected already. */
const unlessGone = (error: unknown): void => {
  if (!(error instanceof CallError && error.status === 404)) throw error;
};

/** A guest's page would connect again: its link ends. */
const end = ({ kind, id, connection_id }: LiveClient): Promise<unknown> =>
  kind === "guest" ? call("deleteGuest", { id }) : call("disconnectClient", { id: connection_id });

function question(client: LiveClient | null): string {
  if (client?.kind === "guest") return "Every page that is open with this link closes. End it now?";
  return client?.browser
    ? "A page will connect again by itself. Disconnect it now?"
    : "It may connect again unless you change its credential or key. Disconnect it now?";
}

function DisconnectClient({ client, onClose }: { client: LiveClient | null; onClose: () => void }) {
  const isGuest = client?.kind === "guest";
  return (
    <ConfirmCall
      of={client}
      name={({ name, client_id }) => name ?? client_id}
      make={(leaving) => end(leaving).catch(unlessGone)}
      changes={[queryKeys.clients, queryKeys.guests]}
      fallback="The client could not be disconnected."
      done={isGuest ? "Guest’s link ended." : "Client disconnected."}
      title={isGuest ? "End Guest’s Link" : "Disconnect Client"}
      confirm={isGuest ? "End" : "Disconnect"}
      onClose={onClose}
    >
      {question(client)}
    </ConfirmCall>
  );
}

const KINDS: Record<LiveClient["kind"], string> = {
  "api-key": "API key",
  token: "Token",
  guest: "Guest’s page",
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
    { title: "Client", place: "lead", cell: (client) => <Who client={client} /> },
    {
      title: "Connected",
      place: "second",
      cell: ({ since, protocol, address, country, colo }) => (
        <>
          <time dateTime={since} className="whitespace-nowrap">
            {preciseMomentText(since)}
          </time>
          <p className={classNames("text-xs text-soft", FOLDED)}>
            {[`MQTT ${protocol}`, address, country, colo].filter(Boolean).join(", ")}
          </p>
        </>
      ),
    },
    {
      title: "In",
      place: "folded",
      cell: ({ messages_in, bytes_in }) => <Traffic messages={messages_in} bytes={bytes_in} />,
    },
    {
      title: "Out",
      place: "folded",
      cell: ({ messages_out, bytes_out }) => <Traffic messages={messages_out} bytes={bytes_out} />,
    },
    {
      title: "Subscriptions",
      place: "folded",
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
      place: "folded",
      cell: (client) => (
        <Button
          size="sm"
          look="danger"
          namedBy={`client-${client.connection_id}`}
          onClick={() => onDisconnect(client)}
        >
          {client.kind === "guest" ? "End" : "Disconnect"}
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
    <div
      id={`client-${connection_id}`}
      className="min-w-0 @max-4xl:flex @max-4xl:flex-wrap @max-4xl:items-baseline @max-4xl:gap-x-2"
    >
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
      <code className={classNames("text-xs text-soft wrap-anywhere", FOLDED)}>{client_id}</code>
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
