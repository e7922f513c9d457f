/** Who is connected now. */

import { account } from "../account/account.ts";
import { type NameRow, principalNames } from "../db/principals.ts";
import { notFound } from "../errors.ts";
import { withAddresses } from "../gateway/sealed-address.ts";
import type { Route } from "../http/call.ts";
import { clientOf } from "../present/connection.ts";

export const listClients: Route<"listClients", NameRow> = {
  alongside: (session, { env }) => principalNames(env.DB, session),
  async act({ env, caller, read }) {
    const names = new Map(read.map((row) => [row.id, row.name]));
    const { id } = caller.user;
    const live = await withAddresses(env, id, await account(env, id).clients());
    return live
      .sort((a, b) => b.since - a.since)
      .map((client) => clientOf(client, names.get(client.id) ?? null));
  },
};

export const disconnectClient: Route<"disconnectClient"> = {
  async act({ env, caller, id }) {
    const found = await account(env, caller.user.id).disconnectClient(id);
    if (!found) throw notFound();
    return undefined;
  },
};
