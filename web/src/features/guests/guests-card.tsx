import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { API_LIMITS } from "../../../../worker/contract/api-limits.ts";
import type { Guest } from "../../../../worker/contract/guests.ts";
import { call } from "../../api/call.ts";
import { devicesQuery, guestsQuery } from "../../api/queries.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { EditAndDelete, ItemDialogs } from "../../forms/dialogs/item-dialogs.tsx";
import { Button } from "../../ui/button.tsx";
import { useListDialog } from "../../ui/dialogs/use-list-dialog.ts";
import { Panel } from "../../ui/layout/panel.tsx";
import { Loaded } from "../../ui/loading/loaded.tsx";
import { part } from "../../ui/loading/part.tsx";
import { Moment } from "../../ui/moment.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { beginText, endText } from "./draft.ts";

const GuestForm = part(() => import("./guest-form.tsx"));

export function GuestsCard() {
  const guests = useQuery(guestsQuery());
  const dialog = useListDialog<Guest>();
  return (
    <Panel
      flush
      title="Guests"
      aside={
        <Button size="sm" className="touch" onClick={dialog.add}>
          <Plus className="size-4" aria-hidden="true" />
          New Guest
        </Button>
      }
    >
      <p className="max-w-prose px-5 pt-4 pb-3 text-sm text-soft">
        A guest opens a link and sees or switches the devices that you choose, without an account. You can
        have {API_LIMITS.MAX_GUESTS.default}.
      </p>
      <Loaded
        of={guests}
        failed="Failed to load guests. Please try again."
        empty="No guests yet. Share a device to make a link."
      >
        {(list) => <GuestsTable guests={list} onEdit={dialog.edit} onDelete={dialog.remove} />}
      </Loaded>
      <ItemDialogs
        of={dialog}
        noun="Guest"
        wide
        title="New Guest"
        form={(guest) => <GuestForm guest={guest} onClose={dialog.close} />}
        deletion={{
          make: ({ id }) => call("deleteGuest", { id }),
          changes: [queryKeys.guests],
          fallback: "Failed to end the link. Please try again.",
          question: "End this guest’s link? Every page that is open with it closes at once.",
          isAtOnce: true,
        }}
      />
    </Panel>
  );
}

interface GuestsTableProps {
  guests: Guest[];
  onEdit(guest: Guest): void;
  onDelete(guest: Guest): void;
}

function GuestsTable({ guests, onEdit, onDelete }: GuestsTableProps) {
  const devices = useQuery(devicesQuery()).data ?? [];
  const deviceName = (id: string) => devices.find((device) => device.id === id)?.name;
  const columns: Column<Guest>[] = [
    {
      title: "Name",
      cell: ({ id, name }) => (
        <span id={`guest-${id}`} dir="auto" className="font-medium wrap-anywhere">
          {name}
        </span>
      ),
    },
    {
      title: "May",
      cell: ({ devices: ids, may }) => (
        <>
          {may === "switch" ? "See and switch" : "See"}
          <ul className="text-xs text-soft">
            {ids.map((id) => (
              <li key={id} dir="auto" className="wrap-anywhere">
                {deviceName(id)}
              </li>
            ))}
          </ul>
        </>
      ),
    },
    {
      title: "Works",
      cell: ({ starts_at: start, ends_at: end }) => (
        <>
          {start !== null && <p>{beginText(start)}</p>}
          {end === null ? "until you end it" : <End at={end} />}
        </>
      ),
    },
    { title: "Last Used", cell: ({ last_used_at: used }) => (used ? <Moment at={used} /> : "Never") },
    {
      title: "Actions",
      className: "@4xl:w-28",
      cell: (guest) => (
        <EditAndDelete
          namedBy={`guest-${guest.id}`}
          onEdit={() => onEdit(guest)}
          onDelete={() => onDelete(guest)}
        />
      ),
    },
  ];
  return <Table label="Guests" rows={guests} rowKey={({ id }) => id} columns={columns} />;
}

function End({ at }: { at: string }) {
  const isOver = Date.parse(at) <= Date.now();
  return (
    <span className={isOver ? "text-stop" : undefined}>
      <time dateTime={at}>{endText(at, new Date())}</time>
    </span>
  );
}
