import { useEffect, useRef, useState } from "react";
import type { DeviceLink } from "../../../../worker/contract/device-links.ts";
import { call } from "../../api/call.ts";
import { PhoneAddress } from "../../devices/phone-address.tsx";
import { useFormCall } from "../../forms/use-form-call.ts";
import { momentText } from "../../lib/time.ts";
import { Button } from "../../ui/button.tsx";
import { Note } from "../../ui/messages/note.tsx";
import { ProblemNote } from "../../ui/messages/problem-note.tsx";

interface PhoneLinkProps {
  deviceId: string;
  /** The first link is made without a press: opening this dialog asks for it. */
  atOnce?: boolean;
}

export default function PhoneLink({ deviceId, atOnce = false }: PhoneLinkProps) {
  const failing = { fallback: "That did not work. Please try again." };
  const making = useFormCall({ ...failing, done: "Phone link made." });
  const revoking = useFormCall({ ...failing, done: null });
  const [link, setLink] = useState<DeviceLink | null>(null);
  const [revoked, setRevoked] = useState(false);
  const make = () =>
    making.run(async () => {
      setLink(await call("createLink", { id: deviceId }));
      setRevoked(false);
    });
  const revoke = () =>
    revoking.run(async () => {
      await call("revokeLinks", { id: deviceId });
      setLink(null);
      setRevoked(true);
    });
  const begun = useRef(!atOnce);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void make();
  });
  return (
    <div className="grid grid-cols-1 gap-4 text-sm">
      <ProblemNote problem={making.problem} />
      <ProblemNote problem={revoking.problem} />
      {revoked && (
        <Note tone="go" live>
          No link of this device works any more.
        </Note>
      )}
      {link ? (
        <Made link={link} />
      ) : (
        <p className="text-soft">
          Make a link, open it on a phone, and its whole screen is the lamp. It works for one hour.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button busy={making.busy} onClick={make}>
          {link ? "Make another link" : "Make a phone link"}
        </Button>
        <Button look="quiet" busy={revoking.busy} onClick={revoke}>
          Revoke all links
        </Button>
      </div>
    </div>
  );
}

function Made({ link }: { link: DeviceLink }) {
  return (
    <>
      <PhoneAddress path="/device" link={link} label="Phone link" />
      <p className="text-soft">
        Anyone who opens the link acts as this device, and as nothing else, until{" "}
        {momentText(link.expires_at)}.
      </p>
    </>
  );
}
