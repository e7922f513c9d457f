import { useQuery } from "@tanstack/react-query";
import { sameReason } from "../../../../broker/contract/mistake.ts";
import { plainSentence } from "../../../../broker/contract/plain-sentence.ts";
import { displayTopic } from "../../../../broker/contract/topics.ts";
import type { Refusal } from "../../../../worker/contract/refusals.ts";
import { devicesQuery, LIST_REFRESH_MS, refusalsQuery } from "../../api/queries.ts";
import { EventDevice } from "../../devices/events/event-device.tsx";
import { type Folded, foldEqual, sinceText } from "../../devices/events/fold-equal.ts";
import { refusalText } from "../../devices/refusal-text.ts";
import { classNames } from "../../lib/class-names.ts";
import { preciseMomentText } from "../../lib/time.ts";
import { useUser } from "../../session/session.ts";
import { Badge } from "../../ui/lamp.tsx";
import { PageHeading, Panel } from "../../ui/layout/panel.tsx";
import { Loaded } from "../../ui/loading/loaded.tsx";
import { Note } from "../../ui/messages/note.tsx";
import { type Column, CUT, FOLDED, Table, UNBROKEN } from "../../ui/table.tsx";
import { Mend } from "./mend.tsx";

/** The log of blocked attempts with their remedies. `at`: time of the error that links here. */
export function RefusalsScreen({ at }: { at: string | undefined }) {
  const refusals = useQuery({ ...refusalsQuery(), refetchInterval: LIST_REFRESH_MS });
  return (
    <>
      <PageHeading>Blocked attempts</PageHeading>
      <div className="grid gap-5">
        <Note>
          Up to 200 connections and messages that the broker blocked or could not read, newest first, with the
          reason. A topic that you allow here works at once; other changes from the client's next connection.
        </Note>
        <Panel flush>
          <Loaded
            of={refusals}
            failed="The blocked attempts could not be loaded."
            empty="Nothing was blocked"
          >
            {(list) => <Shown refusals={list} at={at} />}
          </Loaded>
        </Panel>
      </div>
    </>
  );
}

function Shown({ refusals, at }: { refusals: Refusal[]; at: string | undefined }) {
  const marked = at === undefined ? null : refusalAt(refusals, at);
  const rows = foldRefusals(refusals);
  return (
    <>
      {at !== undefined && marked === null && (
        <Note className="m-5">No entry for {preciseMomentText(at)}. Older entries are deleted.</Note>
      )}
      <RefusalsTable
        refusals={rows}
        marked={marked ? rows.find((row) => causeOf(row) === causeOf(marked))?.id : undefined}
      />
    </>
  );
}

/** A client may take another id with each connection: a refused login is known by its user name. */
const causeOf = ({ client_id, client_name, device_id, kind, tried, rule, key, remedy }: Refusal): string =>
  JSON.stringify([
    client_name ?? device_id ?? client_id,
    kind,
    tried,
    device_id === null ? rule : [sameReason(rule), key],
    remedy,
  ]);

export const foldRefusals = (refusals: readonly Refusal[]): Folded<Refusal>[] =>
  foldEqual(refusals, causeOf, ({ at }) => at);

const KINDS: Record<Refusal["kind"], string> = {
  connect: "Connect",
  publish: "Publish",
  subscribe: "Subscribe",
  limit: "Limit",
  message: "Message",
  protocol: "Protocol",
};

interface RefusalsTableProps {
  refusals: Folded<Refusal>[];
  marked: string | undefined;
}

function RefusalsTable({ refusals, marked }: RefusalsTableProps) {
  const { id: userId } = useUser();
  const columns: Column<Folded<Refusal>>[] = [
    {
      title: "Time",
      place: "end",
      className: "whitespace-nowrap",
      cell: ({ at }) => <time dateTime={at}>{preciseMomentText(at)}</time>,
    },
    {
      title: "Device or client",
      place: "lead",
      cell: (refusal) => <Who refusal={refusal} />,
    },
    {
      title: "Tried",
      place: "second",
      cell: ({ kind, tried, count, since, at }) => (
        <div className={classNames("flex flex-wrap items-center gap-x-2 gap-y-1", UNBROKEN)}>
          <Badge tone="stop">{KINDS[kind]}</Badge>
          <code className={classNames("min-w-0 text-xs wrap-anywhere", CUT)}>
            {displayTopic(userId, tried)}
          </code>
          {count > 1 && (
            <span className="shrink-0 text-xs text-soft">
              {count.toLocaleString("en-US")} times{since && ` since ${sinceText(since, at)}`}
            </span>
          )}
        </div>
      ),
    },
    {
      title: "Why",
      place: "folded",
      cell: (refusal) => <p className="wrap-anywhere">{refusalText(refusal, userId)}</p>,
    },
    {
      title: "Fix",
      place: "folded",
      // fixed, because its content is loaded later
      className: "@4xl:w-64",
      cell: (refusal) => <Fix refusal={refusal} />,
    },
  ];
  return (
    <Table
      label="Blocked attempts"
      columns={columns}
      rows={refusals}
      rowKey={({ id }) => id}
      marked={marked}
    />
  );
}

/** The device by its name; the client identifier below it may be any text. */
function Who({ refusal: { kind, client_id, client_name, device_id, tried } }: { refusal: Refusal }) {
  const device = useQuery(devicesQuery()).data?.find(({ id }) => id === device_id);
  const isNamed = device !== undefined || (client_name !== null && client_name !== tried);
  return (
    <>
      {device ? (
        <p>
          <EventDevice event={{ device_id: device.id, device_name: device.name }} />
        </p>
      ) : (
        client_name &&
        client_name !== tried && (
          <p dir="auto" className="font-medium wrap-anywhere">
            {client_name}
          </p>
        )
      )}
      <code className={classNames("text-xs text-soft wrap-anywhere", isNamed && FOLDED)}>
        {client_id || (kind === "message" ? "a call over HTTP" : "unnamed")}
      </code>
    </>
  );
}

function Fix({ refusal }: { refusal: Refusal }) {
  const { remedy, advice } = refusal;
  if (remedy !== null) return <Mend refusal={refusal} remedy={remedy} />;
  return <p className="max-w-72 text-xs wrap-anywhere">{plainSentence(advice ?? "")}</p>;
}

/** The broker reports at most one error of a device in ten seconds; the two times may differ a little. */
const NEAR_MS = 11_000;

/** The blocked attempt nearest in time to an error, or undefined when the log has none. */
export function refusalAt<Of extends Pick<Refusal, "at">>(
  refusals: readonly Of[],
  moment: string,
): Of | null {
  const distance = ({ at }: Of): number => Math.abs(Date.parse(at) - Date.parse(moment));
  const [nearest] = refusals.toSorted((a, b) => distance(a) - distance(b));
  return nearest && distance(nearest) <= NEAR_MS ? nearest : null;
}
