import type { Channel } from "../../../../worker/contract/channel.ts";
import { call } from "../../api/call.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { ConfirmCall } from "../../forms/confirm-call.tsx";

/** It also leaves every device and credential. */
export function DeleteChannel({ channel, onClose }: { channel: Channel | null; onClose: () => void }) {
  return (
    <ConfirmCall
      of={channel}
      name={({ name }) => name}
      make={({ id }) => call("deleteChannel", { id })}
      changes={[queryKeys.channels, queryKeys.devices, queryKeys.credentials]}
      fallback="Failed to delete channel. Please try again."
      done="Channel deleted."
      onClose={onClose}
    >
      Are you sure you want to delete this channel?
    </ConfirmCall>
  );
}
