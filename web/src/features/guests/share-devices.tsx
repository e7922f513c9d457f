import { Share2 } from "lucide-react";
import { useState } from "react";
import type { Device } from "../../../../worker/contract/devices.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Modal } from "../../ui/dialogs/modal.tsx";
import { part } from "../../ui/loading/part.tsx";

// Loaded on a press.
const GuestForm = part(() => import("./guest-form.tsx"));

interface ShareModalProps {
  devices: readonly string[];
  isOpen: boolean;
  onClose(): void;
}

const ShareModal = ({ devices, isOpen, onClose }: ShareModalProps) => (
  <Modal open={isOpen} wide title="Share by a Link" onClose={onClose}>
    <GuestForm guest={null} devices={devices} onClose={onClose} />
  </Modal>
);

/** At a device's name. */
export function ShareDevice({ deviceId }: { deviceId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton label="Share" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Share2 aria-hidden="true" />
      </IconButton>
      <ShareModal devices={[deviceId]} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

/** Beside the selected devices of a list. */
export function ShareDevices({ devices }: { devices: readonly Device[] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        className="touch px-3!"
        aria-haspopup="dialog"
        disabled={devices.length === 0}
        onClick={() => setOpen(true)}
      >
        Share
      </Button>
      <ShareModal devices={devices.map(({ id }) => id)} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
