/** A link that a phone opens: a device's, or a guest's. Its QR code, and the address to copy. */

import { encode } from "uqr";
import { isLoopback } from "../../../worker/contract/addresses.ts";
import { CopyField } from "../ui/copy.tsx";
import { LocalhostNote } from "../ui/messages/localhost-note.tsx";

type LinkPath = "/device" | "/guest";

export interface MadeLink {
  token: string;
  /** Null when the server does not know its own address. */
  url: string | null;
}

interface PhoneAddressProps {
  path: LinkPath;
  link: MadeLink;
  label: string;
}

export function PhoneAddress({ path, link, label }: PhoneAddressProps) {
  const page = new URL(window.location.href);
  const address = phoneAddress(path, link, page);
  return (
    <>
      {address === null ? (
        <LocalhostNote host={page.hostname} />
      ) : (
        <QrCode text={address} label="The link as a QR code" />
      )}
      <CopyField value={address ?? `${page.origin}${path}#${link.token}`} label={label} />
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
 * Returns the address of a link for a phone in the same network: on this page's host, or, when that is a loopback
 * name, on the host in the server's `url`. Null when both are loopback names.
 */
export function phoneAddress(path: LinkPath, { token, url }: MadeLink, page: URL): string | null {
  if (!isLoopback(page.hostname)) return `${page.origin}${path}#${token}`;
  return url === null || isLoopback(new URL(url).hostname) ? null : url;
}
