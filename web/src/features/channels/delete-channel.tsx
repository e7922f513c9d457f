import { useQueryClient } from "@tanstack/react-query";
import type { Channel } from "../../../../worker/contract/channel.ts";
import { call } from "../../api/call.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { useFormCall } from "../../forms/use-form-call.ts";
import { ConfirmModal } from "../../ui/confirm-modal.tsx";

export function DeleteChannel({ channel, onClose }: { channel: Channel | null; onClose: () => void }) {
  const client = useQueryClient();
  const { busy, problem, run, refuse } = useFormCall({
    fallback: "Failed to delete channel. Please try again.",
  });
  const close = () => {
    refuse({});
    onClose();
  };
  const confirm = async () => {
    if (!channel || !(await run(() => call("deleteChannel", { id: channel.id })))) return;
    // It also leaves every device and credential.
    await Promise.all(
      [queryKeys.channels, queryKeys.devices, queryKeys.credentials].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
    close();
  };
  return (
    <ConfirmModal
      open={channel !== null}
      busy={busy}
      problem={problem.message}
      onConfirm={confirm}
      onClose={close}
    >
      Are you sure you want to delete this channel?
    </ConfirmModal>
  );
}
