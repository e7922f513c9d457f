import type { ListedClient } from "../../broker/contract/account.ts";
import { notFound } from "../errors.ts";
import { withUnsealedAddresses } from "../gateway/arrival.ts";
import { clientOf } from "../present/connection.ts";
import { objectRoute } from "./object-route.ts";

export const listClients = objectRoute<"listClients", ListedClient[]>({
  ask: (object) => object.clients(),
  async show(clients, { env, userId }) {
    const live = await withUnsealedAddresses(env, userId, clients);
    return live.sort((a, b) => b.since - a.since).map(clientOf);
  },
});

export const disconnectClient = objectRoute<"disconnectClient", boolean>({
  ask: (object, { id }) => object.disconnectClient(id),
  show(isDone) {
    if (!isDone) throw notFound();
    return undefined;
  },
});
