import { useEffect, useRef, useState } from "react";
import { encode } from "uqr";
import { isLoopback } from "../../../../worker/contract/addresses.ts";
import type { DeviceLink } from "../../../../worker/contract/device-links.ts";
import { call } from "../../api/call.ts";
import { useFormCall } from "../../forms/use-form-call.ts";
import { momentText } from "../../lib/time.ts";
import { CopyField } from "../../ui/apart/copy.tsx";
import { LocalhostNote } from "../../ui/apart/localhost-note.tsx";
import { Button } from "../../ui/page/button.tsx";
import { Note } from "../../ui/page/note.tsx";
import { ProblemNote } from "../../ui/problem-note.tsx";

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
  const page = new URL(window.location.href);
  const address = phoneAddress(link, page);
  return (
    <>
      {address === null ? (
        <LocalhostNote host={page.hostname} />
      ) : (
        <QrCode text={address} label="The link as a QR code" />
      )}
      <CopyField value={address ?? `${page.origin}/device#${link.token}`} label="Phone link" />
      <p className="text-soft">
        Anyone who opens the link acts as this device, and as nothing else, until{" "}
        {momentText(link.expires_at)}.
      </p>
    </>
  );
}

/** Margin around the code that scanners need, in modules. */
const QUIET = 4;

/** A QR code, dark on light in both themes: many scanners read only that. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: "M", border: QUIET });
  const dark = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className="w-full max-w-56 rounded-md"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={dark} fill="#000" />
    </svg>
  );
}

/**
 * Returns the address of a device link for a phone in the same network: on this page's host, or, when that is a loopback
 * name, on the host in the server's `url`. Null when both are loopback names.
 */
export function phoneAddress({ token, url }: Pick<DeviceLink, "token" | "url">, page: URL): string | null {
  if (!isLoopback(page.hostname)) return `${page.origin}/device#${token}`;
  return url === null || isLoopback(new URL(url).hostname) ? null : url;
}
