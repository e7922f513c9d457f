import { BellPlus } from "lucide-react";
import { useState } from "react";
import { Modal } from "../../ui/modal.tsx";
import { IconButton } from "../../ui/page/button.tsx";
import { part } from "../../ui/page/part.tsx";

const WatchDialog = part(() => import("./watch-dialog.tsx"));

/** At a device's name: a watch in three presses, from any tab. */
export function WatchButton({ deviceId }: { deviceId: string }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <IconButton label="Notify me" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <BellPlus aria-hidden="true" />
      </IconButton>
      <Modal open={isOpen} wide title="Add Watch" onClose={close}>
        <WatchDialog watch={null} deviceId={deviceId} onClose={close} />
      </Modal>
    </>
  );
}
