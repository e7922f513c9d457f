import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { displayTopic } from "../../../broker/contract/topics.ts";
import type { Device } from "../../../worker/contract/devices.ts";
import { MAX_DEVICE_NAME, MAX_DEVICE_ROOM } from "../../../worker/contract/limits.ts";
import { PAGE_MESSAGES } from "../../../worker/contract/sentences.ts";
import type { FormErrors } from "../api/problem.ts";
import { channelsQuery, devicesQuery } from "../api/queries.ts";
import { PickList } from "../ui/inputs/pick-list.tsx";
import { TextField } from "../ui/inputs/text-field.tsx";
import { Note } from "../ui/messages/note.tsx";

export interface NamedDevice {
  name: string;
  room: string;
  /** Their ids. */
  channels: string[];
}

interface DeviceFieldsProps {
  /** Topics are shown without it. */
  userId: string;
  draft: NamedDevice;
  errors: FormErrors;
  autoFocus?: boolean;
  onChange(changed: Partial<NamedDevice>): void;
}

/** Name, room and topics of a device: in the list's dialog and on the device's own page. */
export function DeviceFields({ userId, draft, errors, autoFocus = false, onChange }: DeviceFieldsProps) {
  const channels = useQuery(channelsQuery());
  const rooms = roomsOf(useQuery(devicesQuery()).data ?? []);
  const roomsId = useId();
  return (
    <>
      <TextField
        label="Device Name"
        autoFocus={autoFocus}
        value={draft.name}
        onChange={(name) => onChange({ name })}
        // the warning follows the input, not the server's last answer
        errors={errors.name?.filter((error) => error !== PAGE_MESSAGES.deviceNameTooLong)}
        warning={[...draft.name].length > MAX_DEVICE_NAME ? PAGE_MESSAGES.deviceNameTooLong : null}
      />
      <TextField
        label="Room (optional)"
        list={roomsId}
        maxLength={MAX_DEVICE_ROOM}
        value={draft.room}
        errors={errors.room}
        onChange={(room) => onChange({ room })}
      />
      <datalist id={roomsId}>
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
        value={draft.channels}
        errors={errors.channels}
        onChange={(chosen) => onChange({ channels: chosen })}
      />
    </>
  );
}

/** Every room once, for suggestions. */
export const roomsOf = (devices: readonly Device[]): string[] =>
  [...new Set(devices.map(({ room }) => room))]
    .filter((room) => room !== "")
    .sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
