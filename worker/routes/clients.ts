import type { ListedClient } from "../../broker/contract/account.ts";
import { objectRoute } from "../api/by-object.ts";
import { notFound } from "../errors.ts";
import { withUnsealedAddresses } from "../gateway/arrival.ts";
import { clientOf } from "../present/connection.ts";

export const listClients = objectRoute<"listClients", ListedClient[]>({
  act: (calls) => calls.clients.clients(),
  async show(clients, { env, userId }) {
    const live = await withUnsealedAddresses(env, userId, clients);
    return live.sort((a, b) => b.since - a.since).map(clientOf);
  },
});

export const disconnectClient = objectRoute<"disconnectClient", boolean>({
  act: (calls, { id }) => calls.clients.disconnectClient(id),
  show(isDone) {
    if (!isDone) throw notFound();
    return undefined;
  },
});
