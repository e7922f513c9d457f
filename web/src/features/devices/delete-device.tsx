import { useQueryClient } from "@tanstack/react-query";
import type { Device } from "../../../../worker/contract/device.ts";
import { call } from "../../api/call.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { useFormCall } from "../../forms/use-form-call.ts";
import { ConfirmModal } from "../../ui/confirm-modal.tsx";

export function DeleteDevice({ device, onClose }: { device: Device | null; onClose: () => void }) {
  const client = useQueryClient();
  const { busy, problem, run, refuse } = useFormCall({
    fallback: "Failed to delete device. Please try again.",
  });
  const close = () => {
    refuse({});
    onClose();
  };
  const confirm = async () => {
    if (!device || !(await run(() => call("deleteDevice", { id: device.id })))) return;
    await client.invalidateQueries({ queryKey: queryKeys.devices });
    close();
  };
  return (
    <ConfirmModal
      open={device !== null}
      busy={busy}
      problem={problem.message}
      onConfirm={confirm}
      onClose={close}
    >
      Are you sure you want to delete this device?
    </ConfirmModal>
  );
}
