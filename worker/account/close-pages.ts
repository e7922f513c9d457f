import type { Env } from "../env.ts";
import { askAsVerified } from "./account.ts";

/**
 * After the end of sessions: disconnects the account's pages. A page uses the account's API key for MQTT, so its
 * connection outlives its session; it reconnects and reads its lists, and is then signed out if its session has ended.
 */
export async function closePages(env: Env, userId: string): Promise<void> {
  const clients = await askAsVerified(env, userId, (calls) => calls.clients.clients());
  const pages = clients.filter(({ browser, kind }) => browser && kind === "api-key");
  await Promise.all(
    pages.map(({ connectionId }) =>
      askAsVerified(env, userId, (calls) => calls.clients.disconnectClient(connectionId)),
    ),
  );
}
