import type { Device } from "../../../../worker/contract/device.ts";
import { call } from "../../api/call.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { ConfirmCall } from "../../forms/confirm-call.tsx";

export function DeleteDevice({ device, onClose }: { device: Device | null; onClose: () => void }) {
  return (
    <ConfirmCall
      of={device}
      name={({ name }) => name}
      make={({ id }) => call("deleteDevice", { id })}
      changes={[queryKeys.devices]}
      fallback="Failed to delete device. Please try again."
      done="Device deleted."
      onClose={onClose}
    >
      Are you sure you want to delete this device?
    </ConfirmCall>
  );
}
