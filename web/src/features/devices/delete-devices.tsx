import type { Device } from "../../../../worker/contract/devices.ts";
import { call } from "../../api/call.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { DEVICE_DELETION } from "../../devices/device-deletion.ts";
import { ConfirmDeletion } from "../../forms/dialogs/confirm-deletion.tsx";

interface DeleteDevicesProps {
  /** Null while the dialog is closed. */
  of: readonly Device[] | null;
  onClose(): void;
}

/** The question before one device, or the selected ones, are deleted. */
export const DeleteDevices = ({ of, onClose }: DeleteDevicesProps) => (
  <ConfirmDeletion
    of={of}
    name={({ name }) => name}
    noun="Device"
    plural="devices"
    isAtOnce
    make={({ id }) => call("deleteDevice", { id })}
    changes={[queryKeys.devices]}
    fallback={DEVICE_DELETION.fallback}
    onClose={onClose}
  >
    {of === null || of.length === 1
      ? DEVICE_DELETION.question
      : `Are you sure you want to delete these ${of.length} devices?`}
  </ConfirmDeletion>
);
