import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useId, useState } from "react";
import type { Device } from "../../../../worker/contract/devices.ts";
import type { ListedSchedule } from "../../../../worker/contract/schedules.ts";
import { devicesQuery, LIST_REFRESH_MS } from "../../api/queries.ts";
import { RunNow, ScheduleName } from "../../devices/schedules/schedule-cells.tsx";
import { nextText, outcomeText } from "../../devices/schedules/schedule-times.ts";
import { allSchedulesQuery, turnSchedule } from "../../devices/schedules/schedules.ts";
import { both, Empty, Loaded } from "../../ui/loaded.tsx";
import { buttonClass } from "../../ui/page/button.tsx";
import { PageHeading, Panel } from "../../ui/panel.tsx";
import { type Column, Table } from "../../ui/table.tsx";

const linkClass = "text-soft underline decoration-edge underline-offset-2 hover:text-ink";

/** The schedules of all devices, the next one first. They are changed on the device's page. */
export function SchedulesScreen() {
  const schedules = useQuery({ ...allSchedulesQuery(), refetchInterval: LIST_REFRESH_MS });
  const devices = useQuery(devicesQuery());
  return (
    <>
      <PageHeading>Schedules</PageHeading>
      <Panel flush>
        <Loaded of={both(schedules, devices)} failed="The schedules could not be loaded.">
          {([list, known]) =>
            list.length === 0 ? (
              <Empty>
                No schedules yet. Open <Link to="/dashboard/devices">a device</Link>, choose Schedules and
                press Add Schedule: it is then switched by itself, with every browser closed.
              </Empty>
            ) : (
              <SchedulesTable
                schedules={list}
                devices={new Map(known.map((device) => [device.id, device]))}
              />
            )
          }
        </Loaded>
      </Panel>
    </>
  );
}

interface SchedulesTableProps {
  schedules: ListedSchedule[];
  devices: ReadonlyMap<string, Device>;
}

function SchedulesTable({ schedules, devices }: SchedulesTableProps) {
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
            {device && <RunNow schedule={schedule} device={device} describedBy={nameId(schedule)} />}
            <Link
              to="/dashboard/devices/$deviceId"
              params={{ deviceId: schedule.device_id }}
              search={{ tab: "schedules" }}
              aria-describedby={nameId(schedule)}
              className={buttonClass("secondary", "sm")}
            >
              Edit
            </Link>
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
