/** No kind of event pushes another out of the security log, and none of what a thief would hide leaves for any other. */

import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import {
  SECURITY_KINDS,
  type SecurityEvent,
  type SecurityKind,
} from "../../../../worker/contract/account.ts";
import { LASTING, MAX_EVENTS_A_DAY, record, recordFailure } from "../../../../worker/db/security-events.ts";
import { type Account, newAccount, rows, run } from "./client.ts";

const DAY = 86_400_000;
const FLOOD = 1100;
/** Events of one batch. */
const AT_ONCE = 50;

const log = async ({ call }: Account): Promise<SecurityEvent[]> => (await call("GET /v0/security/")).body;

const eventOf = ({ id }: Account, kind: SecurityKind, at: number, detail: string) => ({
  id: crypto.randomUUID(),
  user_id: id,
  at,
  kind,
  detail,
});

async function happen(account: Account, kind: SecurityKind, times: readonly number[]): Promise<void> {
  const write = kind === "login_failed" ? recordFailure : record;
  for (let from = 0; from < times.length; from += AT_ONCE) {
    const some = times.slice(from, from + AT_ONCE);
    const statements = some.flatMap((at, n) =>
      write(env.DB, eventOf(account, kind, at, `${kind} ${from + n}.`)),
    );
    await env.DB.batch(statements);
  }
}

test("1,100 events of each kind leave the first of every lasting kind, and count themselves", async () => {
  const account = await newAccount();
  const noon = Math.floor(Date.now() / DAY) * DAY - DAY / 2;
  for (const kind of SECURITY_KINDS) await happen(account, kind, [noon - 10 * DAY]);
  for (const kind of SECURITY_KINDS) {
    await happen(
      account,
      kind,
      Array.from({ length: FLOOD }, (_, n) => noon + n * 10),
    );
  }
  const stored = await rows<{ kind: SecurityKind; events: number; count: number }>(
    `SELECT kind, count(*) AS events, sum(count) AS count FROM security_events
     WHERE user_id = ? AND at >= ? AND at < ? GROUP BY kind`,
    account.id,
    noon,
    noon + DAY / 2,
  );
  expect(stored.map(({ kind }) => kind).toSorted()).toEqual([...SECURITY_KINDS].toSorted());
  for (const { kind, events, count } of stored) {
    expect([kind, count]).toEqual([kind, FLOOD]);
    expect(events).toBeLessThanOrEqual(MAX_EVENTS_A_DAY);
  }
  const before = (await log(account)).filter(({ at }) => Date.parse(at) === noon - 10 * DAY);
  // a flood of one day is smaller than the list: nothing leaves
  expect(new Set(before.map(({ kind }) => kind))).toEqual(new Set(SECURITY_KINDS));
}, 120_000);

test("floods of many days leave every login, password, e-mail, passkey and operator's event", async () => {
  const account = await newAccount();
  const noon = Math.floor(Date.now() / DAY) * DAY - DAY / 2;
  for (const kind of LASTING) await happen(account, kind, [noon - 80 * DAY]);
  const others = SECURITY_KINDS.filter((kind) => !LASTING.includes(kind));
  for (const kind of others) {
    await run(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
       INSERT INTO security_events (id, user_id, at, kind, detail)
       SELECT ?2 || i, ?3, ?4 + i / 10 * ?5 / 2, ?6, 'x.' FROM n`,
      FLOOD,
      crypto.randomUUID(),
      account.id,
      noon - 70 * DAY,
      DAY,
      kind,
    );
    await happen(account, kind, [noon, noon + 1, noon + 2]);
  }
  const all = await log(account);
  const first = all.filter(({ at }) => Date.parse(at) === noon - 80 * DAY).map(({ kind }) => kind);
  expect(first.toSorted()).toEqual([...LASTING].toSorted());
  expect(all).toHaveLength(1000);
}, 120_000);

test("the last entry of a full day says how many it stands for, with its own words", async () => {
  const account = await newAccount();
  const noon = Math.floor(Date.now() / DAY) * DAY - DAY / 2;
  await happen(
    account,
    "guest_changed",
    Array.from({ length: 12 }, (_, n) => noon + n),
  );
  const [last, before] = (await log(account)).filter(({ kind }) => kind === "guest_changed");
  expect(last?.detail).toBe("guest_changed 11. This entry stands for 3 of that day.");
  expect(before?.detail).toBe("guest_changed 8.");
});
