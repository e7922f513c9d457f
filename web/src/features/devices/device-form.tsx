import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { displayTopic } from "../../../../broker/contract/topics.ts";
import type { Device, DeviceBody } from "../../../../worker/contract/devices.ts";
import { MAX_DEVICE_NAME, MAX_DEVICE_ROOM } from "../../../../worker/contract/limits.ts";
import { PAGE_MESSAGES } from "../../../../worker/contract/sentences.ts";
import { call } from "../../api/call.ts";
import { channelsQuery, devicesQuery } from "../../api/queries.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { useDraft, useItemForm } from "../../forms/dialogs/use-item-form.ts";
import { useUser } from "../../session/session.ts";
import { PickList } from "../../ui/apart/pick-list.tsx";
import { DialogForm } from "../../ui/dialog-form.tsx";
import { Checkbox } from "../../ui/field.tsx";
import { Note } from "../../ui/page/note.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { roomsOf } from "./arrange.ts";

interface Values {
  name: string;
  room: string;
  /** Null until changed in the form: the device may be switched while the form is open. */
  state: boolean | null;
  channels: string[];
}

const valuesOf = (device: Device | null): Values => ({
  name: device?.name ?? "",
  room: device?.room ?? "",
  state: null,
  channels: device?.channels.map((channel) => channel.id) ?? [],
});

const inputOf = ({ state, room, ...rest }: Values, before: Values): DeviceBody => ({
  ...rest,
  ...(room !== before.room && { room }),
  ...(state !== null && { state }),
});

interface DeviceFormProps {
  device: Device | null;
  onClose: () => void;
}

export default function DeviceForm({ device, onClose }: DeviceFormProps) {
  const { id: userId } = useUser();
  const channels = useQuery(channelsQuery());
  const rooms = roomsOf(useQuery(devicesQuery()).data ?? []);
  const { errors, save, frame } = useItemForm({
    noun: "Device",
    isNew: device === null,
    fallback: "Failed to save device. Please try again.",
    changes: [queryKeys.devices],
    onClose,
  });
  const [before] = useState(() => valuesOf(device));
  const { draft, change, field } = useDraft(before, errors);
  const submit = () => {
    const body = inputOf(draft, before);
    return save(() =>
      device ? call("updateDevice", { id: device.id, body }) : call("createDevice", { body }),
    );
  };

  return (
    <DialogForm {...frame} onSubmit={submit}>
      <TextField
        label="Device Name"
        autoFocus
        {...field("name")}
        // the warning follows the input, not the server's last answer
        errors={errors.name?.filter((error) => error !== PAGE_MESSAGES.deviceNameTooLong)}
        warning={[...draft.name].length > MAX_DEVICE_NAME ? PAGE_MESSAGES.deviceNameTooLong : null}
      />
      <TextField label="Room (optional)" list="rooms" maxLength={MAX_DEVICE_ROOM} {...field("room")} />
      <datalist id="rooms">
        {rooms.map((room) => (
          <option key={room} value={room} />
        ))}
      </datalist>
      {channels.data?.length === 0 && (
        <Note tone="wait">
          <Link to="/dashboard/mqtt/channels">
            To add channels to this device, please create them in the MQTT Channels section first.
          </Link>
        </Note>
      )}
      <PickList
        options={(channels.data ?? []).map(({ id, topic }) => ({ id, text: displayTopic(userId, topic) }))}
        {...field("channels")}
      />
      {device && (
        <Checkbox
          label="Device is On"
          checked={draft.state ?? device.state}
          onChange={(event) => change({ state: event.target.checked })}
        />
      )}
      <Note>Devices automatically receive messages published to their topics when connected.</Note>
    </DialogForm>
  );
}
