import type { ReactNode } from "react";
import { Modal } from "../../ui/dialogs/modal.tsx";
import { Note } from "../../ui/messages/note.tsx";
import type { FirstStage } from "./progress.ts";

interface PhoneModalProps {
  stage: FirstStage;
  /** The link for the phone. */
  children: ReactNode;
  onClose(): void;
}

const PhoneModal = ({ stage, children, onClose }: PhoneModalProps) => (
  <Modal open title="Put the lamp on your phone" onClose={onClose}>
    <div className="grid grid-cols-1 gap-4 text-sm">
      {stage === "switch" ? (
        <Note tone="go" live>
          It is connected. Close this, and press its switch.
        </Note>
      ) : (
        <p>Point your phone’s camera here: its whole screen becomes the lamp.</p>
      )}
      {children}
      {stage === "done" && (
        <p>
          To switch from your phone, log in to this page there. The browser’s menu adds it to the home screen.
        </p>
      )}
    </div>
  </Modal>
);

export default PhoneModal;
