/** Who is connected now. */

import type { LiveClient as Live } from "../../broker/contract/account.ts";
import type { LiveClient } from "../contract/live-client.ts";
import { principalNames } from "../db/principals.ts";
import { rowsOf } from "../db/rows.ts";
import { notFound } from "../errors.ts";
import type { Route } from "../http/call.ts";
import { askBroker } from "../ports/notify.ts";
import { moment } from "../present.ts";

const clientOf = (live: Live, name: string | null): LiveClient => ({
  connection_id: live.connectionId,
  kind: live.kind,
  id: live.id,
  name,
  client_id: live.clientId,
  protocol: live.protocol === 5 ? "5.0" : "3.1.1",
  since: moment(live.since),
  last_seen: moment(live.lastSeen),
  browser: live.browser,
  country: live.country,
  colo: live.colo,
  messages_in: live.messagesIn,
  messages_out: live.messagesOut,
  bytes_in: live.bytesIn,
  bytes_out: live.bytesOut,
  subscriptions: live.subscriptions,
});

export const listClients: Route<"listClients"> = {
  alongside: (session, { env }) => [principalNames(env.DB, session)],
  async act({ env, caller, read }) {
    const rows = rowsOf<{ id: string; name: string }>(read[0]);
    const names = new Map(rows.map((row) => [row.id, row.name]));
    const live = await askBroker(env, caller.user.id, (broker) => broker.clients(caller.user.id));
    return live
      .sort((a, b) => b.since - a.since)
      .map((client) => clientOf(client, names.get(client.id) ?? null));
  },
};

export const disconnectClient: Route<"disconnectClient"> = {
  async act({ env, caller, id }) {
    const found = await askBroker(env, caller.user.id, (broker) =>
      broker.disconnectClient(caller.user.id, id),
    );
    if (!found) throw notFound();
    return undefined;
  },
};
