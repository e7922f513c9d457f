import { isLoopback } from "../../../../worker/contract/addresses.ts";
import type { DeviceLink } from "../../../../worker/contract/device-links.ts";

/**
 * Returns the address of a device link for a phone in the same network: on this page's host, or, when that is a loopback
 * name, on the host in the server's `url`. Null when both are loopback names.
 */
export function phoneAddress({ token, url }: Pick<DeviceLink, "token" | "url">, page: URL): string | null {
  if (!isLoopback(page.hostname)) return `${page.origin}/device#${token}`;
  return url === null || isLoopback(new URL(url).hostname) ? null : url;
}
