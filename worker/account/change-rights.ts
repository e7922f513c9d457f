/**
 * The two ways in which rights of clients change. Each raises the version of the account's rights in the same batch.
 *
 * A change that takes rights away is announced to the object before the commit and applied after it. If the
 * announcement fails, nothing is done: 503. If the application is lost, the object reads the rights again within two
 * seconds (after a restart it serves nothing until it has), so waiting that long is enough.
 */

import { committed, type RightsChange, raiseRightsVersion } from "../db/rights-change.ts";
import { batch, type Results } from "../db/statement.ts";
import type { Env } from "../env.ts";
import { brokerUnavailable } from "../errors.ts";
import { askAsVerified, logUnanswered, noteAnswer, objectOf } from "./account.ts";

type Statement = D1PreparedStatement | RightsChange;
/** Statements by name and in order, as in `batch`: the change of rights, and what goes with it. */
type Change = Record<string, Statement | Statement[]>;

export async function changeRights<C extends Change>(
  env: Env,
  userId: string,
  change: C,
): Promise<Results<C>> {
  await announce(env, userId);
  try {
    return await commit(env.DB, userId, change);
  } finally {
    await apply(env, userId);
  }
}

/**
 * A change that only adds rights needs no announcement. An object that misses it reads the rights when a client uses
 * them, and within a minute anyway.
 */
export async function addRights<C extends Change>(env: Env, userId: string, change: C): Promise<Results<C>> {
  const results = await commit(env.DB, userId, change);
  await readAgain(env, userId);
  return results;
}

/**
 * Like `addRights`, but the object is called after the response: the new rights are used a moment later at the
 * earliest.
 */
export async function addRightsLater<C extends Change>(
  { env, after }: { env: Env; after(work: () => Promise<unknown>): void },
  userId: string,
  change: C,
): Promise<Results<C>> {
  const results = await commit(env.DB, userId, change);
  after(() => readAgain(env, userId));
  return results;
}

/** Makes the object read the rights. Never rejects: it reads them within a minute anyway. */
export async function readAgain(env: Env, userId: string): Promise<void> {
  try {
    await objectOf(env, userId).applyRights();
    noteAnswer(env, userId, true);
  } catch (error) {
    noteAnswer(env, userId, false);
    logUnanswered(userId, "rights_not_applied", error);
  }
}

async function announce(env: Env, userId: string): Promise<void> {
  try {
    await objectOf(env, userId).announceChange();
    noteAnswer(env, userId, true);
  } catch (error) {
    noteAnswer(env, userId, false);
    logUnanswered(userId, "rights_not_announced", error);
    throw brokerUnavailable();
  }
}

async function commit<C extends Change>(db: D1Database, userId: string, change: C): Promise<Results<C>> {
  const prepared = (each: Statement) => ("rights" in each ? committed(db, each) : each);
  const statements = Object.entries(change).map(([name, each]) => [
    name,
    Array.isArray(each) ? each.map(prepared) : prepared(each),
  ]);
  return batch(db, { ...Object.fromEntries(statements), "rights version": raiseRightsVersion(db, userId) });
}

/** Waits between tries: together longer than the object's own timeout. Milliseconds. */
const TRIES = [0, 300, 800, 1_500];

async function apply(env: Env, userId: string): Promise<void> {
  for (const wait of TRIES) {
    await scheduler.wait(wait);
    try {
      return await objectOf(env, userId).applyRights();
    } catch (error) {
      logUnanswered(userId, "rights_not_applied", error);
    }
  }
}

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
