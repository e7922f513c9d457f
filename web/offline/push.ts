/**
 * Shows push messages as notifications. Browsers require one for each message, so a message that cannot be read shows
 * one, too.
 */

import type { PushMessage } from "../../worker/contract/watches.ts";

export const worker = globalThis as unknown as ServiceWorkerGlobalScope;

const UNREADABLE: PushMessage = {
  title: "Switchyard",
  body: "A notice arrived. Open the page to read it.",
  url: "/dashboard/watches",
  tag: "unreadable",
};

/** Not in the standard library's types: alerts again when the tag is the same. */
interface AlertingOptions extends NotificationOptions {
  renotify: boolean;
}

worker.addEventListener("push", (event) => event.waitUntil(show(event.data)));

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open((event.notification.data as { url?: string } | null)?.url ?? UNREADABLE.url));
});

async function show(data: PushMessageData | null): Promise<void> {
  const { title, body, url, tag } = messageIn(data);
  const options: AlertingOptions = { body, tag, renotify: true, icon: "/icon-192.png", data: { url } };
  await worker.registration.showNotification(title, options);
  // an open page loads its list of notices again
  for (const page of await worker.clients.matchAll({ type: "window", includeUncontrolled: true }))
    page.postMessage("notice");
}

function messageIn(data: PushMessageData | null): PushMessage {
  try {
    return { ...UNREADABLE, ...(data?.json() as Partial<PushMessage> | undefined) };
  } catch {
    return UNREADABLE;
  }
}

/** Only addresses of the page. A window with other content keeps it: it may hold unsaved input. */
async function open(path: string): Promise<void> {
  const url = new URL(path, worker.location.origin);
  if (url.origin !== worker.location.origin) return;
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shown = await Promise.any(pages.map((page) => showing(page, url.pathname))).catch(() => null);
  await (shown === null ? worker.clients.openWindow(url.href) : shown.focus());
}

/** How long an open page may take to answer. */
const PATIENCE_MS = 500;

/** Resolves if the page answers that it shows this path. `Client.url` has only the address that it began with. */
const showing = (page: WindowClient, path: string): Promise<WindowClient> =>
  new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(page);
    page.postMessage(path, [port2]);
    setTimeout(reject, PATIENCE_MS);
  });
