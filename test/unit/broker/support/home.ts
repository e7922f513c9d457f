/** An account with an API key, and clients that log in with it. */

import type { Version } from "../../../support/packet-bytes.ts";
import { Account } from "./account.ts";
import { Client } from "./client.ts";

export function newHome(version: Version = 5) {
  const account = new Account();
  const key = account.apiKey();
  const join = (
    options: Parameters<Client["connect"]>[1] = {},
    clientId = key.clientId(),
    address?: string,
  ) => Client.connect(account, { clientId }, version, options, address);
  const reads = async (filter: string, qos: 0 | 1 | 2 = 1) => {
    const reader = await join();
    await reader.subscribe(account.topic(filter), qos);
    return reader;
  };
  return { account, key, join, reads, t: account.topic };
}
