import { account } from "../account/account.ts";
import { type NameRow, principalNames } from "../db/principals.ts";
import { notFound } from "../errors.ts";
import { withAddresses } from "../gateway/arrival.ts";
import { route, rowRoute } from "../http/call.ts";
import { clientOf } from "../present/connection.ts";

export const listClients = rowRoute<"listClients", NameRow>(principalNames, async ({ env, caller, read }) => {
  const names = new Map(read.map((row) => [row.id, row.name]));
  const { id } = caller.user;
  const live = await withAddresses(env, id, await account(env, id).clients());
  return live
    .sort((a, b) => b.since - a.since)
    .map((client) => clientOf(client, names.get(client.id) ?? null));
});

export const disconnectClient = route<"disconnectClient">(async ({ env, caller, id }) => {
  const found = await account(env, caller.user.id).disconnectClient(id);
  if (!found) throw notFound();
  return undefined;
});
