/**
 * Hundreds of accounts, with a credential and devices each, inserted into the database: the API would hash
 * their passwords for a minute, and they never log in.
 */
import type { Env } from "../../../worker/env.ts";
import { seal } from "../../../worker/keys/seal.ts";

export interface Size {
  accounts: number;
  ofEach: number;
}

const USERNAME = "crowd";
const PASSWORD = "come-back-all-of-you";

const USERS = `INSERT INTO users (id, email, password_hash, created_at)
  SELECT value ->> 'userId', (value ->> 'userId') || '@bench.example', '', ?2 FROM json_each(?1)`;
const CREDENTIALS = `INSERT INTO credentials (id, user_id, name, username, password_sealed, created_at)
  SELECT value ->> 'id', value ->> 'userId', '${USERNAME}', '${USERNAME}', value ->> 'sealed', ?2
  FROM json_each(?1)`;
const DEVICES = `INSERT INTO devices (id, user_id, name, created_at)
  SELECT value ->> 'deviceId', value ->> 'userId', 'Device', ?2 FROM json_each(?1)`;

/** One of each account in turn. */
export async function insertAccounts(env: Env, { accounts, ofEach }: Size) {
  const owners = await Promise.all(
    Array.from({ length: accounts }, async () => {
      const [userId, id] = [crypto.randomUUID(), crypto.randomUUID()];
      const row = { table: "credentials", column: "password_sealed", id, userId };
      return { userId, id, sealed: await seal(env, PASSWORD, row) };
    }),
  );
  const members = Array.from({ length: ofEach }, () => owners).flatMap((all) =>
    all.map(({ userId }) => {
      return { userId, deviceId: crypto.randomUUID(), username: USERNAME, password: PASSWORD };
    }),
  );
  const insert = (sql: string, rows: readonly object[]) =>
    env.DB.prepare(sql).bind(JSON.stringify(rows), Date.now());
  await env.DB.batch([insert(USERS, owners), insert(CREDENTIALS, owners), insert(DEVICES, members)]);
  return members;
}
