/** The web app manifest of a guest's page, made on the page: the server knows neither the devices nor the link. */

import type { SharedDevice } from "./shown.ts";

/**
 * An installed page has the name of its device, or the page's title when there are several, and starts with the link.
 * Returns that name.
 */
export function offerInstall(token: string, devices: readonly SharedDevice[], title: string): string {
  const [first, ...others] = devices;
  const name = first === undefined || others.length > 0 ? title : first.name;
  const icon = (size: number) => ({
    src: `${location.origin}/icon-${size}.png`,
    sizes: `${size}x${size}`,
    type: "image/png",
  });
  const manifest = {
    name,
    short_name: name,
    start_url: `${location.origin}/guest#${token}`,
    scope: `${location.origin}/guest`,
    display: "standalone",
    icons: [icon(192), icon(512)],
  };
  const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
  if (link === null) return name;
  if (link.href.startsWith("blob:")) URL.revokeObjectURL(link.href);
  const file = new Blob([JSON.stringify(manifest)], { type: "application/manifest+json" });
  link.href = URL.createObjectURL(file);
  return name;
}
