import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Device } from "../../../../worker/contract/devices.ts";
import { MAX_DEVICE_ROOM } from "../../../../worker/contract/limits.ts";
import { call } from "../../api/call.ts";
import { devicesQuery } from "../../api/queries.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { roomsOf } from "../../devices/device-fields.tsx";
import { useFormCall } from "../../forms/use-form-call.ts";
import { DialogForm } from "../../ui/dialogs/dialog-form.tsx";
import { TextField } from "../../ui/inputs/text-field.tsx";

interface RoomFormProps {
  devices: readonly Device[];
  onClose(): void;
}

/** Puts several devices into one room; an empty name takes them out of theirs. */
export default function RoomForm({ devices, onClose }: RoomFormProps) {
  const client = useQueryClient();
  const rooms = roomsOf(useQuery(devicesQuery()).data ?? []);
  const [room, setRoom] = useState("");
  const { busy, problem, run } = useFormCall({
    fallback: "The room could not be set. Please try again.",
    done: `${devices.length} devices updated.`,
  });
  const save = async () => {
    const isSaved = await run(() => putInto(devices, room));
    // also after a failure: those before it have moved
    await client.invalidateQueries({ queryKey: queryKeys.devices });
    if (isSaved) onClose();
  };
  return (
    <DialogForm problem={problem} busy={busy} submit="Set Room" onCancel={onClose} onSubmit={save}>
      <TextField
        label="Room"
        autoFocus
        list="bulk-rooms"
        maxLength={MAX_DEVICE_ROOM}
        hint="Empty: they are in no room."
        value={room}
        errors={problem.fields.room}
        onChange={setRoom}
      />
      <datalist id="bulk-rooms">
        {rooms.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
    </DialogForm>
  );
}

async function putInto(devices: readonly Device[], room: string): Promise<void> {
  for (const { id, name, channels } of devices) {
    await call("updateDevice", { id, body: { name, channels: channels.map((channel) => channel.id), room } });
  }
}
