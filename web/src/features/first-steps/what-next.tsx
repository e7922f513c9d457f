import { type ReactNode, useState } from "react";
import { Button } from "../../ui/button.tsx";
import NextSteps from "./next-steps.tsx";
import PhoneModal from "./phone-modal.tsx";

interface WhatNextProps {
  deviceId: string;
  phone(deviceId: string): ReactNode;
  onEnd(): void;
}

/** The next steps of somebody who comes back, in the line of the notices. */
export default function WhatNext({ deviceId, phone, onEnd }: WhatNextProps) {
  const [onPhone, setOnPhone] = useState(false);
  return (
    <>
      <NextSteps deviceId={deviceId} onPhone={() => setOnPhone(true)} />
      <Button size="sm" look="quiet" className="touch justify-self-start" onClick={onEnd}>
        Dismiss next steps
      </Button>
      {onPhone && (
        <PhoneModal stage="done" onClose={() => setOnPhone(false)}>
          {phone(deviceId)}
        </PhoneModal>
      )}
    </>
  );
}
