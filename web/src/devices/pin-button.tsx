import { useQueryClient } from "@tanstack/react-query";
import { Pin } from "lucide-react";
import { useState } from "react";
import type { Device } from "../../../worker/contract/devices.ts";
import { call } from "../api/call.ts";
import { queryKeys } from "../api/query-keys.ts";
import { classNames } from "../lib/class-names.ts";
import { IconButton } from "../ui/button.tsx";
import { toast } from "../ui/messages/toast.ts";

interface PinButtonProps {
  device: Pick<Device, "id" | "name" | "pinned">;
  /** The id of the element with the device's name. */
  namedBy?: string;
}

/** Shows the device on the dashboard, in every browser of the account. */
export function PinButton({ device: { id, name, pinned }, namedBy }: PinButtonProps) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await call("updateDevice", { id, body: { name, pinned: !pinned } });
    } catch {
      toast("error", "That could not be saved. Please try again.");
    }
    await client.invalidateQueries({ queryKey: queryKeys.devices });
    setBusy(false);
  };
  return (
    <IconButton
      label="Show on the dashboard"
      aria-pressed={pinned}
      namedBy={namedBy}
      busy={busy}
      onClick={save}
      className={classNames(pinned && "[&_svg]:fill-current")}
    >
      <Pin aria-hidden="true" />
    </IconButton>
  );
}
