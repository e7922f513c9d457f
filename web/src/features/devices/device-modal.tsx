import type { Device } from "../../../../worker/contract/device.ts";
import { MESSAGES } from "../../../../worker/contract/messages.ts";
import { SupportEmail } from "../../account/support-email.tsx";
import { Button } from "../../ui/button.tsx";
import { Modal, ModalActions } from "../../ui/modal.tsx";
import { partOnPress } from "../../ui/part-on-press.ts";

// Most visits only look at the list.
const DeviceForm = partOnPress(() => import("./device-form.tsx"));

interface DeviceModalProps {
  open: boolean;
  /** The device to edit, or null to add one. */
  device: Device | null;
  full: number | null;
  onClose(): void;
}

export function DeviceModal({ open, device, full, onClose }: DeviceModalProps) {
  const refused = full !== null && device === null;
  const title = refused ? MESSAGES.tooManyDevices(full) : device ? "Edit Device" : "Add New Device";
  return (
    <Modal open={open} title={title} onClose={onClose}>
      {refused ? (
        <>
          <p className="text-sm">
            Delete one that you do not need any more, or write to <SupportEmail />.
          </p>
          <ModalActions>
            <Button onClick={onClose}>Cancel</Button>
          </ModalActions>
        </>
      ) : (
        <DeviceForm device={device} onClose={onClose} />
      )}
    </Modal>
  );
}
