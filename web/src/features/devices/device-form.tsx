import { useForm } from "@tanstack/react-form";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { displayTopic } from "../../../../broker/contract/topics.ts";
import type { Device, DeviceBody } from "../../../../worker/contract/device.ts";
import { MAX_DEVICE_NAME, MAX_DEVICE_ROOM } from "../../../../worker/contract/limits.ts";
import { MESSAGES } from "../../../../worker/contract/messages.ts";
import { call } from "../../api/call.ts";
import { channelsQuery, devicesQuery } from "../../api/queries.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { useFormCall } from "../../forms/use-form-call.ts";
import { useUser } from "../../session/session.ts";
import { DialogForm } from "../../ui/dialog-form.tsx";
import { Checkbox } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import { PickList } from "../../ui/pick-list.tsx";
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
  const client = useQueryClient();
  const channels = useQuery(channelsQuery());
  const rooms = roomsOf(useQuery(devicesQuery()).data ?? []);
  const { busy, problem, run } = useFormCall({
    fallback: "Failed to save device. Please try again.",
    done: device ? "Device updated." : "Device added.",
  });
  const [before] = useState(() => valuesOf(device));
  const form = useForm({
    defaultValues: before,
    onSubmit: async ({ value }) => {
      const input = inputOf(value, before);
      const saved = await run(() =>
        device ? call("updateDevice", { id: device.id, body: input }) : call("createDevice", { body: input }),
      );
      if (!saved) return;
      await client.invalidateQueries({ queryKey: queryKeys.devices });
      onClose();
    },
  });

  return (
    <DialogForm
      problem={problem}
      busy={busy}
      submit={device ? "Update Device" : "Add Device"}
      onSubmit={form.handleSubmit}
      onCancel={onClose}
    >
      <form.Field name="name">
        {({ state, handleChange }) => (
          <TextField
            label="Device Name"
            autoFocus
            value={state.value}
            // the warning follows the input, not the server's last answer
            errors={problem.fields.name?.filter((error) => error !== MESSAGES.deviceNameTooLong)}
            warning={[...state.value].length > MAX_DEVICE_NAME ? MESSAGES.deviceNameTooLong : null}
            onChange={handleChange}
          />
        )}
      </form.Field>
      <form.Field name="room">
        {({ state, handleChange }) => (
          <TextField
            label="Room (optional)"
            list="rooms"
            maxLength={MAX_DEVICE_ROOM}
            value={state.value}
            errors={problem.fields.room}
            onChange={handleChange}
          />
        )}
      </form.Field>
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
      <form.Field name="channels">
        {(field) => (
          <PickList
            options={(channels.data ?? []).map((channel) => ({
              id: channel.id,
              text: displayTopic(userId, channel.topic),
            }))}
            chosen={field.state.value}
            errors={problem.fields.channels}
            onChange={field.handleChange}
          />
        )}
      </form.Field>
      {device && (
        <form.Field name="state">
          {(field) => (
            <Checkbox
              label="Device is On"
              checked={field.state.value ?? device.state}
              onChange={(event) => field.handleChange(event.target.checked)}
            />
          )}
        </form.Field>
      )}
      <Note>Devices automatically receive messages published to their topics when connected.</Note>
    </DialogForm>
  );
}
