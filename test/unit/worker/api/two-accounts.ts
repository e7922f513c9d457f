/** An account with one of everything, and another one, for tests of authorisation. */

import { newAccount, rows } from "./client.ts";

export async function twoAccounts() {
  const [owner, stranger] = [await newAccount(), await newAccount()];
  const key = (await owner.call("POST /v0/api-keys/")).body;
  await stranger.call("POST /v0/api-keys/");
  const make = async (line: string, body: unknown) => (await owner.call(line, body)).body.id as string;
  const ids = {
    key: key.id as string,
    keyText: key.key as string,
    channel: await make("POST /v0/mqtt/channels/", { name: "C", topic: "t" }),
    credential: await make("POST /v0/mqtt/credentials/", {
      name: "C",
      username: "canary-user",
      password: "canary-mqtt-password",
    }),
    device: await make("POST /v0/devices/on-off/", { name: "D" }),
  };
  return { owner, stranger, ids };
}

export const TABLES = ["users", "sessions", "api_keys", "channels", "credentials", "devices"];

/** The content of the tables, as text. `since` leaves out the rows of earlier files, which are thousands. */
export const dump = async (
  tables: readonly string[] = TABLES,
  since: Record<string, number> = {},
): Promise<string> =>
  JSON.stringify(
    await Promise.all(
      tables.map((table) =>
        rows(`SELECT * FROM ${table} WHERE rowid > ?1 ORDER BY rowid`, since[table] ?? 0),
      ),
    ),
  );

export async function lastRows(tables: readonly string[]): Promise<Record<string, number>> {
  const last = async (table: string): Promise<[string, number]> => {
    const [row] = await rows<{ last: number }>(`SELECT coalesce(max(rowid), 0) AS last FROM ${table}`);
    return [table, row?.last ?? 0];
  };
  return Object.fromEntries(await Promise.all(tables.map(last)));
}
