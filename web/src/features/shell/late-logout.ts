/**
 * Logout while the server is unreachable: the session is deleted on the server later, also after a reload. The token
 * waits in session storage, which ends with the tab.
 */

import { OWN_CALLS } from "../../../../worker/contract/own-calls.ts";
import { addressOf } from "../../api/client.ts";
import { sessionStore } from "../../lib/safe-storage.ts";
import { isDeployed } from "../../lib/stale-chunk.ts";
import { toast } from "../../ui/toast.ts";
import { LEFT_KEY } from "./left-key.ts";

const AGAIN_AFTER_MS = 10_000;

export function endLater(token: string): void {
  const before = sessionStore.read(LEFT_KEY);
  sessionStore.write(LEFT_KEY, before === null ? token : `${before} ${token}`);
  toast(
    "error",
    "The server does not answer, so your session is still open there. It ends when the server is back, if this tab stays open.",
  );
  if (before === null) void endLeftSessions();
}

export async function endLeftSessions(): Promise<void> {
  await Promise.all(left().map(end));
  while (left().length > 0) {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
    await Promise.all(left().map(end));
  }
  toast("success", "Your session has ended on the server, too.");
}

const left = (): string[] => sessionStore.read(LEFT_KEY)?.split(" ") ?? [];

async function end(token: string): Promise<void> {
  const { method } = OWN_CALLS.logout;
  const headers = { Authorization: `Token ${token}`, "Content-Type": "application/json" };
  const answer = await isDeployed()
    .then(() => fetch(addressOf(OWN_CALLS.logout, {}), { method, headers, body: "{}" }))
    .catch(() => null);
  // 401: already ended.
  if (!answer?.ok && answer?.status !== 401) return;
  const others = left().filter((each) => each !== token);
  if (others.length === 0) sessionStore.remove(LEFT_KEY);
  else sessionStore.write(LEFT_KEY, others.join(" "));
}
