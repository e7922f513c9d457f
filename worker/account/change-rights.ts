/**
 * The ways in which clients of an account come to be allowed more or less; each raises the version of the account's rights
 * in its own batch. What takes something away is announced to the account's object before the commit and applied after it.
 * If the announcement fails nothing was done: 503. If the application is lost, the announced object reads the rights again
 * by itself within two seconds (and lets nothing pass after a restart until it has), so waiting that long is enough.
 */

import type { RightsChange } from "../db/rights-change.ts";
import { batch, type Results } from "../db/statement.ts";
import { raiseRightsVersion } from "../db/users.ts";
import type { Env } from "../env.ts";
import { brokerUnavailable } from "../errors.ts";
import { noteAnswer } from "./health.ts";
import { objectOf } from "./object.ts";
import { logUnanswered } from "./unanswered.ts";

type Statement = D1PreparedStatement | RightsChange;
/** By name, in their order, as in `batch`: what changes rights, and what goes along. */
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
 * What only gives: nobody is allowed less, so nothing is announced. Where the object does not hear of it, it finds out when
 * somebody uses what it does not know, and within a minute anyway.
 */
export async function addRights<C extends Change>(env: Env, userId: string, change: C): Promise<Results<C>> {
  const results = await commit(env.DB, userId, change);
  await readAgain(env, userId);
  return results;
}

/** The same, and the object hears of it after the answer: what is given is used a moment later at the earliest. */
export async function addRightsLater<C extends Change>(
  { env, after }: { env: Env; after(work: () => Promise<unknown>): void },
  userId: string,
  change: C,
): Promise<Results<C>> {
  const results = await commit(env.DB, userId, change);
  after(() => readAgain(env, userId));
  return results;
}

/** The object reads the rights again. Never rejects: it finds out within a minute anyway. */
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
  const prepared = (each: Statement) =>
    "rights" in each ? db.prepare(each.rights).bind(...each.params) : each;
  const statements = Object.entries(change).map(([name, each]) => [
    name,
    Array.isArray(each) ? each.map(prepared) : prepared(each),
  ]);
  return batch(db, { ...Object.fromEntries(statements), "rights version": raiseRightsVersion(db, userId) });
}

/** Waits between tries, milliseconds: together longer than the object's own patience. */
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
