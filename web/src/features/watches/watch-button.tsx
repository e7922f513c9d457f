import { BellPlus } from "lucide-react";
import { useState } from "react";
import type { LastValue } from "../../../../worker/contract/series.ts";
import { IconButton } from "../../ui/button.tsx";
import { Modal } from "../../ui/dialogs/modal.tsx";
import { part } from "../../ui/loading/part.tsx";

const WatchDialog = part(() => import("./watch-dialog.tsx"));

interface WatchButtonProps {
  deviceId: string;
  /** The value that the watch is about; without it the dialog begins with suggestions. */
  value?: LastValue;
}

/** At a device's name or at a value: a watch in three presses. */
export function WatchButton({ deviceId, value }: WatchButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <IconButton
        label={value ? `Watch ${value.name ?? value.key}` : "Notify me"}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <BellPlus aria-hidden="true" />
      </IconButton>
      <Modal open={isOpen} wide title="Add Watch" onClose={close}>
        <WatchDialog watch={null} deviceId={deviceId} value={value} onClose={close} />
      </Modal>
    </>
  );
}
