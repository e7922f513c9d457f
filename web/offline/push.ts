/**
 * Shows push messages as notifications, and answers a notice from its buttons. Browsers require a notification for each
 * message, so a message that cannot be read shows one, too.
 */

import type { PushMessage } from "../../worker/contract/watches.ts";

export const worker = globalThis as unknown as ServiceWorkerGlobalScope;

const UNREADABLE: PushMessage = {
  title: "Switchyard",
  body: "A notice arrived. Open the page to read it.",
  url: "/dashboard/watches",
  tag: "unreadable",
};

/** Not in the standard library's types: buttons, and whether it alerts again when the tag is the same. */
interface AlertingOptions extends NotificationOptions {
  renotify: boolean;
  actions?: { action: string; title: string }[];
}

worker.addEventListener("push", (event) => event.waitUntil(show(event.data)));

worker.addEventListener("notificationclick", (event) => {
  const { action, notification } = event;
  const message: PushMessage = { ...UNREADABLE, ...(notification.data as Partial<PushMessage> | null) };
  notification.close();
  const isAnswer = message.answer?.actions.some((each) => each.action === action);
  event.waitUntil(isAnswer ? respond(message, action) : open(message.url));
});

async function show(data: PushMessageData | null): Promise<void> {
  const message = messageIn(data);
  const { title, body, url, tag, answer } = message;
  const hasButtons = (Notification as { maxActions?: number }).maxActions;
  const options: AlertingOptions = {
    body,
    tag,
    renotify: true,
    icon: "/icon-192.png",
    // without buttons, a press opens the page where it asks
    data: { ...message, url: answer && !hasButtons ? questionOf(answer) : url },
    ...(answer && { actions: answer.actions.map(({ action, label }) => ({ action, title: label })) }),
  };
  await worker.registration.showNotification(title, options);
  await reportToPages();
}

/** An open page loads its list of notices again. */
async function reportToPages(): Promise<void> {
  for (const page of await worker.clients.matchAll({ type: "window", includeUncontrolled: true }))
    page.postMessage("notice");
}

/** Where the page shows a notice with its buttons. */
const questionOf = ({ id }: NonNullable<PushMessage["answer"]>): string => `/dashboard/watches#notice-${id}`;

const UNANSWERED = "It could not be answered. Press here to answer on the page.";

/** Answers with the ticket, so that it works without a page and without a login. Says what was done. */
async function respond({ title, tag, answer }: PushMessage, action: string): Promise<void> {
  if (answer === undefined) return;
  const { isDone, body } = await sent(answer, action).catch(() => ({ isDone: false, body: UNANSWERED }));
  const data = { url: isDone ? UNREADABLE.url : questionOf(answer) };
  const options: AlertingOptions = { body, tag, renotify: false, icon: "/icon-192.png", data };
  await worker.registration.showNotification(title, options);
  await reportToPages();
}

async function sent(
  { url, ticket, actions }: NonNullable<PushMessage["answer"]>,
  action: string,
): Promise<{ isDone: boolean; body: string }> {
  const chosen = actions.find((each) => each.action === action);
  const response = await fetch(url, {
    method: "POST",
    headers: { Authorization: `Token ${ticket}`, "Content-Type": "application/json" },
    body: JSON.stringify(chosen?.body ?? { action }),
  });
  const json = (await response.json()) as { detail?: string; answer?: { detail: string } };
  if (response.ok) return { isDone: true, body: chosen?.done ?? json.answer?.detail ?? "" };
  return { isDone: false, body: json.detail ?? UNANSWERED };
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
  if (shown === null) await worker.clients.openWindow(url.href);
  else {
    await shown.focus();
    if (url.hash !== "") shown.postMessage(url.hash);
  }
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
