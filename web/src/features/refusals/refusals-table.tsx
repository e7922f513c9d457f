import { displayTopic } from "../../../../broker/contract/topics.ts";
import type { Refusal } from "../../../../worker/contract/refusal.ts";
import { refusalText } from "../../devices/refusal-text.ts";
import { preciseMomentText } from "../../lib/time.ts";
import { useUser } from "../../session/session.ts";
import { Badge } from "../../ui/lamp.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Mend, Nothing } from "./mend.tsx";

const KINDS: Record<Refusal["kind"], string> = {
  connect: "Connect",
  publish: "Publish",
  subscribe: "Subscribe",
  limit: "Limit",
};

interface RefusalsTableProps {
  refusals: Refusal[];
  marked: string | undefined;
}

export function RefusalsTable({ refusals, marked }: RefusalsTableProps) {
  const { id: userId } = useUser();
  const columns: Column<Refusal>[] = [
    {
      title: "Time",
      className: "whitespace-nowrap",
      cell: ({ at }) => <time dateTime={at}>{preciseMomentText(at)}</time>,
    },
    {
      title: "Client",
      cell: ({ client_id, client_name, tried }) => (
        <>
          {client_name && client_name !== tried && (
            <p dir="auto" className="font-medium wrap-anywhere">
              {client_name}
            </p>
          )}
          <code className="text-xs text-soft wrap-anywhere">{client_id || "unnamed"}</code>
        </>
      ),
    },
    {
      title: "Tried",
      cell: ({ kind, tried }) => (
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Badge tone="stop">{KINDS[kind]}</Badge>
          <code className="text-xs wrap-anywhere">{displayTopic(userId, tried)}</code>
        </div>
      ),
    },
    {
      title: "Why",
      cell: (refusal) => <p className="wrap-anywhere">{refusalText(refusal, userId)}</p>,
    },
    {
      title: "Mend",
      // fixed, since what stands there comes later than the rest
      className: "@4xl:w-64",
      cell: (refusal) => (refusal.remedy ? <Mend refusal={refusal} remedy={refusal.remedy} /> : <Nothing />),
    },
  ];
  return <Table label="Refusals" columns={columns} rows={refusals} rowKey={({ id }) => id} marked={marked} />;
}
