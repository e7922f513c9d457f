import { Link } from "@tanstack/react-router";
import { createContext, memo, useContext, useMemo } from "react";
import { displayTopic } from "../../../../broker/contract/topics.ts";
import type { Device } from "../../../../worker/contract/devices.ts";
import { deliveriesText, proofOf, type SwitchDelivery } from "../../devices/delivery.ts";
import { DeliveryLine, Presence, StateBadge } from "../../devices/device-state.tsx";
import { Controls, valuesBesideControls } from "../../devices/lazy-controls.tsx";
import { PinButton } from "../../devices/pin-button.tsx";
import type { SwitchDevice } from "../../devices/use-switch-device.ts";
import { ValueLine } from "../../devices/value-line.tsx";
import { EditAndDelete } from "../../forms/dialogs/item-dialogs.tsx";
import { classNames } from "../../lib/class-names.ts";
import { useUser } from "../../session/session.ts";
import { Button } from "../../ui/button.tsx";
import { CopyField } from "../../ui/copy.tsx";
import { Switch } from "../../ui/inputs/switch.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { TopicList } from "../../ui/topics.tsx";
import { Mark, type Selection } from "./selection.tsx";

const TOPICS_SHOWN = 2;

export interface DevicesTableProps {
  devices: Device[];
  known: boolean;
  switching: SwitchDevice;
  /** Null while nothing is selected. */
  selection: Selection | null;
  /** Whether each room has a heading. */
  grouped: boolean;
  onEdit(device: Device): void;
  onDelete(device: Device): void;
}

interface ColumnsProps extends Pick<DevicesTableProps, "known" | "grouped" | "onEdit" | "onDelete"> {
  selecting: boolean;
  /** Whether a device of the list has controls: otherwise they need no column. */
  hasControls: boolean;
  userId: string;
}

/** What changes with a press. Only the cells that read it are rendered then, not the rows. */
const Pressed = createContext<Pick<DevicesTableProps, "switching" | "selection"> | null>(null);

function usePressed() {
  const pressed = useContext(Pressed);
  if (pressed === null) throw new Error("Only in a table of devices.");
  return pressed;
}

export function DevicesTable(props: DevicesTableProps) {
  const { devices, selection, switching, grouped, known, onEdit, onDelete } = props;
  const { id: userId } = useUser();
  const selecting = selection !== null;
  const hasControls = devices.some(({ controls }) => controls.length > 0);
  const columns = useMemo(
    () => columnsOf({ known, grouped, onEdit, onDelete, selecting, hasControls, userId }),
    [known, grouped, onEdit, onDelete, selecting, hasControls, userId],
  );
  const groups = {
    of: ({ room }: Device) => room,
    heading: (room: string, members: Device[]) => (
      <RoomHeading room={room} members={members} selection={selection} />
    ),
  };
  return (
    <Pressed value={{ switching, selection }}>
      <Table
        label="Devices"
        columns={columns}
        rows={devices}
        rowKey={({ id }) => id}
        groups={grouped ? groups : undefined}
      />
    </Pressed>
  );
}

function columnsOf(props: ColumnsProps): Column<Device>[] {
  const { selecting, hasControls, userId } = props;
  const mark: Column<Device> = {
    title: "Select",
    place: "mark",
    width: "@4xl:w-14",
    // Below the mark of its room.
    className: "@4xl:-ml-2",
    cell: (device) => <DeviceMark device={device} />,
  };
  const id: Column<Device> = {
    title: "ID",
    place: "folded",
    width: hasControls ? "@4xl:w-26" : "@4xl:w-32",
    cell: (device) => <CopyField value={device.id} label={`ID of ${device.name}`} />,
  };
  return [
    selecting ? mark : id,
    {
      title: "Name",
      place: "lead",
      className: "@max-4xl:flex @max-4xl:items-baseline @max-4xl:gap-x-2",
      cell: (device) => <DeviceName device={device} withRoom={!props.grouped} />,
    },
    {
      title: "State",
      place: "state",
      width: hasControls ? "@4xl:w-[13%]" : "@4xl:w-[18%]",
      cell: (device) => <DeviceState device={device} {...props} />,
    },
    {
      title: "Values",
      place: "beside",
      width: hasControls ? "@4xl:w-[13%]" : "@4xl:w-[21%]",
      cell: (device) => <DeviceValues device={device} />,
    },
    ...(hasControls ? [controlsOf(props)] : []),
    {
      title: "MQTT Topics",
      place: "folded",
      width: hasControls ? "@4xl:w-[10%]" : "@4xl:w-[11%]",
      cell: (device) => (
        <TopicList
          topics={device.channels.map((channel) => displayTopic(userId, channel.topic))}
          limit={TOPICS_SHOWN}
          empty="No subscriptions"
        />
      ),
    },
    {
      title: "Actions",
      place: "switch",
      width: "@4xl:w-58",
      className: "@4xl:flex @4xl:items-center @4xl:gap-1.5 @max-4xl:contents",
      cell: (device) => <DeviceActions device={device} {...props} />,
    },
  ];
}

const controlsOf = ({ known }: ColumnsProps): Column<Device> => ({
  title: "Controls",
  place: "line",
  width: "@4xl:w-[17%]",
  className: "@max-4xl:pr-2",
  cell: (device) =>
    device.controls.length === 0 ? (
      <span className="text-soft @max-4xl:hidden">–</span>
    ) : (
      <Controls compact device={device} known={known} className="min-w-0" />
    ),
});

function DeviceValues({ device }: { device: Device }) {
  const values = valuesBesideControls(device);
  if (values.length === 0) return <span className="text-soft @max-4xl:hidden">–</span>;
  return (
    // One value a line; on a card those that fit into one line.
    <ValueLine
      values={values}
      className={classNames(
        "@4xl:flex-col @4xl:flex-nowrap @max-4xl:h-5.25 @max-4xl:overflow-hidden @max-4xl:text-xs/5.25",
        // An age that comes or goes moves nothing: it is in the same line, and the line is cut.
        "[&>li]:flex-nowrap [&>li>*]:truncate [&>li>*+*]:shrink-0 [&>li>*+*]:max-w-3/5",
        !device.connected && "@max-4xl:hidden",
      )}
    />
  );
}

function DeviceMark({ device }: { device: Device }) {
  const { selection } = usePressed();
  return selection && <Mark selection={selection} of={[device]} name={`Select ${device.name}`} />;
}

function DeviceName({ device: { id, name, room }, withRoom }: { device: Device; withRoom: boolean }) {
  return (
    <>
      <Link
        to="/dashboard/devices/$deviceId"
        params={{ deviceId: id }}
        id={`device-${id}`}
        title={name}
        dir="auto"
        className="line-clamp-2 font-medium underline decoration-edge underline-offset-2 wrap-anywhere hover:decoration-ink @max-4xl:line-clamp-1"
      >
        {name}
      </Link>
      {withRoom && room !== "" && (
        <span dir="auto" className="block truncate text-xs text-soft @max-4xl:max-w-1/2">
          {room}
        </span>
      )}
    </>
  );
}

interface DeviceCellProps extends Pick<ColumnsProps, "known"> {
  device: Device;
}

function DeviceState({ device, known }: DeviceCellProps) {
  const delivery = usePressed().switching.deliveryOf(device);
  return <StateCell device={device} known={known} delivery={delivery} />;
}

interface StateCellProps extends DeviceCellProps {
  delivery: SwitchDelivery | undefined;
}

/**
 * On a card the switch shows the state, and the delivery of a switch takes the place of the presence; in a table it does
 * while the badge needs a line of its own.
 */
const StateCell = memo(function StateCell({ device, known, delivery }: StateCellProps) {
  const isWaiting = proofOf(device, known) === "waiting";
  const hasValues = known && device.connected && device.values.length > 0;
  return (
    // In a table with room for the delivery of a switch, so that a press moves no row.
    <div className="flex min-w-0 flex-wrap content-center items-center gap-x-3 gap-y-0.5 @4xl:min-h-11">
      <span
        className={classNames(
          "flex min-w-0",
          (delivery || !isWaiting) && "@max-4xl:hidden",
          // Both together are three lines; the switch shows the state, too.
          delivery?.phase === "offline" && "@4xl:hidden",
        )}
      >
        <StateBadge device={device} holds={known} />
      </span>
      <Presence
        connected={known ? device.connected : null}
        never={device.last_seen === null}
        className={classNames(
          delivery || isWaiting ? "@max-4xl:hidden" : hasValues && "@max-4xl:[&>span]:sr-only",
          delivery && isWaiting && "@4xl:hidden",
          "@max-4xl:h-5.25",
        )}
      />
      <DeliveryLine delivery={delivery} className="@4xl:w-full" />
    </div>
  );
});

function DeviceSwitch({ device, known }: DeviceCellProps) {
  const { switching } = usePressed();
  return (
    <Switch
      on={device.state}
      proof={proofOf(device, known)}
      pending={switching.deliveryOf(device)?.phase === "sending"}
      namedBy={`device-${device.id}`}
      onPress={() => switching.press(device)}
    />
  );
}

type DeviceActionsProps = DeviceCellProps & Pick<DevicesTableProps, "onEdit" | "onDelete">;

function DeviceActions({ device, known, onEdit, onDelete }: DeviceActionsProps) {
  const nameId = `device-${device.id}`;
  return (
    <>
      <DeviceSwitch device={device} known={known} />
      <div className="flex gap-1 @max-4xl:not-group-data-[open=true]/row:hidden">
        <PinButton device={device} namedBy={nameId} />
        <EditAndDelete namedBy={nameId} onEdit={() => onEdit(device)} onDelete={() => onDelete(device)} />
      </div>
    </>
  );
}

interface RoomHeadingProps {
  room: string;
  members: Device[];
  selection: Selection | null;
}

function RoomHeading({ room, members, selection }: RoomHeadingProps) {
  const title = (
    <bdi className="min-w-0 text-xs font-medium text-soft wrap-anywhere">{room || "No room"}</bdi>
  );
  if (selection === null) {
    return (
      <div className="flex min-h-8 flex-wrap items-center gap-x-3">
        {title}
        {room !== "" && <AllOff room={room} members={members} />}
      </div>
    );
  }
  return (
    <div className="-ml-2 flex min-h-8 items-center gap-2">
      <Mark selection={selection} of={members} name={`All of ${room || "No room"}`} />
      {title}
    </div>
  );
}

/** The room's scene. Each row shows its own proof, this line their sum. */
function AllOff({ room, members }: Pick<RoomHeadingProps, "room" | "members">) {
  const { switching } = usePressed();
  const deliveries = members.flatMap((device) => switching.deliveryOf(device) ?? []);
  return (
    <>
      <Button
        size="sm"
        look="quiet"
        className="touch -my-1 text-xs"
        aria-label={`All off in ${room}`}
        disabled={!members.some(({ state }) => state)}
        onClick={() =>
          switching.turn(
            members.filter(({ state }) => state),
            "off",
          )
        }
      >
        All off
      </Button>
      <span role="status" className="text-xs text-soft empty:hidden">
        {deliveriesText(deliveries)}
      </span>
    </>
  );
}
