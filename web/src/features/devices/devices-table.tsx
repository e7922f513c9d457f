import { Link } from "@tanstack/react-router";
import { displayTopic } from "../../../../broker/contract/topics.ts";
import type { Device } from "../../../../worker/contract/device.ts";
import { DeliveryLine } from "../../devices/delivery-line.tsx";
import { Presence } from "../../devices/presence.tsx";
import { proofOf } from "../../devices/proof.ts";
import { StateBadge } from "../../devices/state-badge.tsx";
import { useSwitchDevice } from "../../devices/use-switch-device.ts";
import { ValueLine } from "../../devices/value-line.tsx";
import { useUser } from "../../session/session.ts";
import { CopyField } from "../../ui/copy.tsx";
import { EditAndDelete } from "../../ui/edit-and-delete.tsx";
import { Switch } from "../../ui/switch.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { TopicList } from "../../ui/topics.tsx";

const TOPICS_SHOWN = 2;

interface DevicesTableProps {
  devices: Device[];
  known: boolean;
  onEdit(device: Device): void;
  onDelete(device: Device): void;
}

export function DevicesTable({ devices, known, onEdit, onDelete }: DevicesTableProps) {
  const { id: userId } = useUser();
  const { deliveryOf, press } = useSwitchDevice();
  const columns: Column<Device>[] = [
    {
      title: "ID",
      place: "folded",
      className: "@4xl:w-36",
      cell: (device) => <CopyField value={device.id} label={`ID of ${device.name}`} />,
    },
    {
      title: "Name",
      place: "lead",
      className: "@4xl:max-w-72 @max-4xl:flex @max-4xl:flex-wrap @max-4xl:items-baseline @max-4xl:gap-x-3",
      cell: (device) => (
        <>
          <Link
            to="/dashboard/devices/$deviceId"
            params={{ deviceId: device.id }}
            id={`device-${device.id}`}
            title={device.name}
            dir="auto"
            className="line-clamp-2 font-medium underline decoration-edge underline-offset-2 wrap-anywhere hover:decoration-ink"
          >
            {device.name}
          </Link>
          <Presence connected={known ? device.connected : null} className="flex!" />
        </>
      ),
    },
    {
      title: "State",
      place: "state",
      className: "@4xl:max-w-60",
      cell: (device) => (
        <div className="grid justify-items-start gap-1">
          <StateBadge device={device} holds={known} />
          <DeliveryLine delivery={deliveryOf(device)} />
        </div>
      ),
    },
    {
      title: "Values",
      place: "below",
      cell: (device) =>
        device.values.length > 0 ? (
          // One value a line, with the fallback font, too.
          <ValueLine values={device.values} className="@4xl:min-w-40 @4xl:flex-col" />
        ) : (
          <span className="text-soft @max-4xl:hidden">–</span>
        ),
    },
    {
      title: "MQTT Topics",
      place: "folded",
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
      className: "@4xl:min-w-40",
      cell: (device) => (
        <div className="flex items-center gap-1.5 @max-4xl:w-22 @max-4xl:flex-wrap">
          <Switch
            on={device.state}
            proof={proofOf(device, known)}
            pending={deliveryOf(device)?.phase === "sending"}
            describedBy={`device-${device.id}`}
            onPress={() => press(device)}
          />
          <div className="flex gap-1 @max-4xl:w-22 @max-4xl:justify-between @max-4xl:not-group-data-[open=true]/row:hidden">
            <EditAndDelete
              describedBy={`device-${device.id}`}
              onEdit={() => onEdit(device)}
              onDelete={() => onDelete(device)}
            />
          </div>
        </div>
      ),
    },
  ];
  return <Table label="Devices" columns={columns} rows={devices} rowKey={(device) => device.id} />;
}
