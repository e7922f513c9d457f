import type { DeviceLink } from "../../../../worker/contract/device-link.ts";
import { isLoopback } from "../../lib/loopback.ts";

/**
 * The address of a link that a phone can open: on the host of this page, since a phone in the same room reaches that one,
 * too; where that is the desk's own name for itself, on the one that the server knows. Null: there is none.
 */
export function phoneAddress({ token, url }: Pick<DeviceLink, "token" | "url">, page: URL): string | null {
  if (!isLoopback(page.hostname)) return `${page.origin}/device#${token}`;
  return url === null || isLoopback(new URL(url).hostname) ? null : url;
}
