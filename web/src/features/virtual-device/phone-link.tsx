import { useState } from "react";
import type { Device } from "../../../../worker/contract/device.ts";
import type { DeviceLink } from "../../../../worker/contract/device-link.ts";
import { call } from "../../api/call.ts";
import { useFormCall } from "../../forms/use-form-call.ts";
import { momentText } from "../../lib/time.ts";
import { Button } from "../../ui/button.tsx";
import { CopyField } from "../../ui/copy.tsx";
import { Note } from "../../ui/note.tsx";
import { Panel } from "../../ui/panel.tsx";
import { ProblemNote } from "../../ui/problem-note.tsx";
import { QrCode } from "./qr-code.tsx";

/** On the host that this page was opened on: a phone in the same room reaches that one. */
const addressOf = ({ token }: DeviceLink): string => `${window.location.origin}/device#${token}`;

/** A phone becomes the lamp: a link for one device and one hour. */
export default function PhoneLink({ device }: { device: Device }) {
  const { busy, problem, run } = useFormCall({
    fallback: "That did not work. Please try again.",
    done: null,
  });
  const [link, setLink] = useState<DeviceLink | null>(null);
  const [revoked, setRevoked] = useState(false);
  const make = () =>
    run(async () => {
      setLink(await call("createLink", { id: device.id }));
      setRevoked(false);
    });
  const revoke = () =>
    run(async () => {
      await call("revokeLinks", { id: device.id });
      setLink(null);
      setRevoked(true);
    });
  return (
    <Panel title="On your phone">
      <div className="grid gap-4 text-sm">
        <ProblemNote problem={problem} />
        {revoked && (
          <Note tone="go" live>
            No link of this device works any more.
          </Note>
        )}
        {link ? (
          <>
            <QrCode text={addressOf(link)} label="The link as a QR code" />
            <CopyField value={addressOf(link)} label="Phone link" />
            <p className="text-soft">
              Whoever opens it is this device, and nothing else, until {momentText(link.expires_at)}.
            </p>
          </>
        ) : (
          <p className="text-soft">
            Make a link, open it on a phone, and its whole screen is the lamp. It works for one hour.
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button busy={busy} onClick={make}>
            {link ? "Make another link" : "Make a phone link"}
          </Button>
          <Button look="quiet" busy={busy} onClick={revoke}>
            Revoke all links
          </Button>
        </div>
      </div>
    </Panel>
  );
}
