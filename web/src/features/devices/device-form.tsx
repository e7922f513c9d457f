import { useState } from "react";
import type { Device, DeviceBody } from "../../../../worker/contract/devices.ts";
import { call } from "../../api/call.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { DeviceFields, type NamedDevice } from "../../devices/device-fields.tsx";
import { useDraft, useItemForm } from "../../forms/dialogs/use-item-form.ts";
import { useUser } from "../../session/session.ts";
import { DialogForm } from "../../ui/dialogs/dialog-form.tsx";
import { Checkbox } from "../../ui/inputs/field.tsx";
import { Note } from "../../ui/messages/note.tsx";

interface Values extends NamedDevice {
  /** Null until changed in the form: the device may be switched while the form is open. */
  state: boolean | null;
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
  onAdded(device: Device): void;
}

export default function DeviceForm({ device, onClose, onAdded }: DeviceFormProps) {
  const { id: userId } = useUser();
  const { errors, save, frame } = useItemForm({
    noun: "Device",
    isNew: device === null,
    fallback: "Failed to save device. Please try again.",
    changes: [queryKeys.devices],
    onClose,
  });
  const [before] = useState(() => valuesOf(device));
  const { draft, change } = useDraft(before, errors);
  const submit = () => {
    const body = inputOf(draft, before);
    return save(async () => {
      if (device) await call("updateDevice", { id: device.id, body });
      else onAdded(await call("createDevice", { body }));
    });
  };

  return (
    <DialogForm {...frame} onSubmit={submit}>
      <DeviceFields autoFocus userId={userId} draft={draft} errors={errors} onChange={change} />
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
