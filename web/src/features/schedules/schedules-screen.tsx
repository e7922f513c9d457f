import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { type ComponentType, useId, useState } from "react";
import type { Device } from "../../../../worker/contract/devices.ts";
import type { ListedSchedule } from "../../../../worker/contract/schedules.ts";
import { call } from "../../api/call.ts";
import { devicesQuery, LIST_REFRESH_MS } from "../../api/queries.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { RunNow, ScheduleName } from "../../devices/schedules/schedule-cells.tsx";
import { nextText, outcomeText } from "../../devices/schedules/schedule-times.ts";
import { type AnySchedule, allSchedulesQuery, turnSchedule } from "../../devices/schedules/schedules.ts";
import { EditAndDelete, ItemDialogs } from "../../forms/dialogs/item-dialogs.tsx";
import { Button } from "../../ui/button.tsx";
import { useListDialog } from "../../ui/dialogs/use-list-dialog.ts";
import { SelectField } from "../../ui/inputs/select.tsx";
import { PageHeading, Panel } from "../../ui/layout/panel.tsx";
import { both, Empty, Loaded } from "../../ui/loading/loaded.tsx";
import { type Column, Table } from "../../ui/table.tsx";

const linkClass = "text-soft underline decoration-edge underline-offset-2 hover:text-ink";

interface ScheduleFormProps {
  deviceId: string;
  /** Null: a new one. */
  schedule: AnySchedule | null;
  onClose(): void;
}

interface SchedulesScreenProps {
  /** The form of the device's page. */
  form: ComponentType<ScheduleFormProps>;
}

/** The schedules of all devices, the next one first. */
export function SchedulesScreen({ form: ScheduleForm }: SchedulesScreenProps) {
  const schedules = useQuery({ ...allSchedulesQuery(), refetchInterval: LIST_REFRESH_MS });
  const devices = useQuery(devicesQuery());
  const dialog = useListDialog<ListedSchedule>();
  const [chosen, setChosen] = useState<string | null>(null);
  const known = devices.data ?? [];
  const added = known.find(({ id }) => id === chosen)?.id ?? known[0]?.id ?? "";
  return (
    <>
      <PageHeading
        actions={
          known.length > 0 && (
            <Button look="primary" onClick={dialog.add}>
              <Plus className="size-4" aria-hidden="true" />
              Add Schedule
            </Button>
          )
        }
      >
        Schedules
      </PageHeading>
      <Panel flush>
        <Loaded of={both(schedules, devices)} failed="The schedules could not be loaded.">
          {([list, found]) =>
            list.length === 0 ? (
              <Nothing hasDevice={found.length > 0} />
            ) : (
              <SchedulesTable
                schedules={list}
                devices={new Map(found.map((device) => [device.id, device]))}
                onEdit={dialog.edit}
                onDelete={dialog.remove}
              />
            )
          }
        </Loaded>
      </Panel>
      <ItemDialogs
        of={dialog}
        noun="Schedule"
        wide
        form={(schedule) => (
          <div className="grid grid-cols-1 gap-5">
            {schedule === null && (
              <SelectField
                label="Device"
                value={added}
                options={known.map(({ id, name }) => [id, name])}
                onChange={setChosen}
              />
            )}
            <ScheduleForm
              deviceId={schedule?.device_id ?? added}
              schedule={schedule}
              onClose={dialog.close}
            />
          </div>
        )}
        deletion={{
          make: ({ id, device_id }) => call("deleteSchedule", { id: device_id, scheduleId: id }),
          changes: [queryKeys.schedulesAndRuns],
          fallback: "Failed to delete schedule. Please try again.",
          question: "Are you sure you want to delete this schedule? What is known of its runs goes with it.",
          isAtOnce: true,
        }}
      />
    </>
  );
}

const Nothing = ({ hasDevice }: { hasDevice: boolean }) => (
  <Empty>
    No schedules yet. A schedule switches a device by itself, with every browser closed.
    {!hasDevice && (
      <>
        {" "}
        <Link to="/dashboard/devices">Add a device</Link> first.
      </>
    )}
  </Empty>
);

interface SchedulesTableProps {
  schedules: ListedSchedule[];
  devices: ReadonlyMap<string, Device>;
  onEdit(schedule: ListedSchedule): void;
  onDelete(schedule: ListedSchedule): void;
}

function SchedulesTable({ schedules, devices, onEdit, onDelete }: SchedulesTableProps) {
  const prefix = useId();
  const nameId = ({ id }: ListedSchedule) => `${prefix}-${id}`;
  const columns: Column<ListedSchedule>[] = [
    {
      title: "Schedule",
      lead: true,
      cell: (schedule) => (
        <ScheduleName schedule={schedule} id={nameId(schedule)}>
          <DeviceLink schedule={schedule} name={devices.get(schedule.device_id)?.name} />
        </ScheduleName>
      ),
    },
    { title: "Next", cell: nextText },
    { title: "Last", cell: ({ last_run: last }) => (last ? outcomeText(last) : <None />) },
    {
      title: "Active",
      cell: (schedule) => <Active schedule={schedule} describedBy={nameId(schedule)} />,
    },
    {
      title: "Actions",
      className: "@4xl:text-right",
      cell: (schedule) => {
        const device = devices.get(schedule.device_id);
        return (
          <div className="flex flex-wrap items-center justify-end gap-1">
            {device && <RunNow schedule={schedule} device={device} namedBy={nameId(schedule)} />}
            <EditAndDelete
              namedBy={nameId(schedule)}
              onEdit={() => onEdit(schedule)}
              onDelete={() => onDelete(schedule)}
            />
          </div>
        );
      },
    },
  ];
  return <Table label="Schedules" columns={columns} rows={schedules} rowKey={({ id }) => id} />;
}

const None = () => <span className="text-soft">–</span>;

const DeviceLink = ({ schedule, name }: { schedule: ListedSchedule; name: string | undefined }) => (
  <p>
    <Link
      to="/dashboard/devices/$deviceId"
      params={{ deviceId: schedule.device_id }}
      dir="auto"
      className={linkClass}
    >
      {name ?? "Its device"}
    </Link>
  </p>
);

/** Shows the wanted state until the server has answered. */
function Active({ schedule, describedBy }: { schedule: ListedSchedule; describedBy: string }) {
  const client = useQueryClient();
  const [wanted, setWanted] = useState<boolean | null>(null);
  const turn = async () => {
    if (wanted !== null) return;
    setWanted(!schedule.enabled);
    await turnSchedule(client, schedule.device_id, schedule);
    setWanted(null);
  };
  return (
    <label className="-m-2.5 flex w-fit cursor-pointer p-2.5">
      <input
        type="checkbox"
        aria-label="Active"
        aria-describedby={describedBy}
        className="size-4.5 accent-(--go)"
        checked={wanted ?? schedule.enabled}
        onChange={() => void turn()}
      />
    </label>
  );
}
