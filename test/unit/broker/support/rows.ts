/** Counts rows that an object reads and writes during an action, without those of other objects. */

import { runInDurableObject } from "cloudflare:test";
import { vi } from "vitest";

/** An owner of an object: an account, or a shard of the throttle. */
interface Owner {
  stub: DurableObjectStub<undefined>;
}

interface Rows {
  read: number;
  /** Including alarms. */
  written: number;
  statements: number;
}

const storageOf = (account: Owner): Promise<DurableObjectStorage> =>
  runInDurableObject(account.stub, (_, state) => state.storage);

export async function countRows(account: Owner, work: () => Promise<void>): Promise<Rows> {
  const before = await storageOf(account);
  const alarms: unknown[] = [];
  const cursors: { sql: unknown; cursor: SqlStorageCursor<Record<string, SqlStorageValue>> }[] = [];
  const sqlPrototype = Object.getPrototypeOf(before.sql) as SqlStorage;
  const prototype = Object.getPrototypeOf(before) as DurableObjectStorage;
  const { exec } = sqlPrototype;
  const { setAlarm } = prototype;
  const spies = [
    vi.spyOn(sqlPrototype, "exec").mockImplementation(function (this: SqlStorage, ...given) {
      const cursor = exec.apply(this, given);
      cursors.push({ sql: this, cursor });
      return cursor;
    } as typeof exec),
    vi.spyOn(prototype, "setAlarm").mockImplementation(function (this: DurableObjectStorage, ...given) {
      alarms.push(this);
      return setAlarm.apply(this, given);
    } as typeof setAlarm),
  ];
  await work();
  for (const spy of spies) spy.mockRestore();
  // after a nap the storage is another object
  const own = [before, await storageOf(account)];
  const ofIt = cursors.filter(({ sql }) => own.some((each) => each.sql === sql));
  const sum = (of: "rowsRead" | "rowsWritten") => ofIt.reduce((total, { cursor }) => total + cursor[of], 0);
  const set = alarms.filter((each) => own.some((storage) => storage === each)).length;
  return { read: sum("rowsRead"), written: set + sum("rowsWritten"), statements: ofIt.length };
}
