/** Targets of notices, and notices that wait for them. */

import type { StoredTarget } from "../../../../broker/contract/watch.ts";
import { deliveriesColumn, noticeFactsColumn } from "../../../../broker/storage/watch-rows.ts";
import { type Account, nap } from "./account.ts";
import { inObject, NOON } from "./schedules.ts";

export const hook = (id: string, url = `https://${id}.example.com/`): StoredTarget => ({
  id,
  createdAt: NOON,
  disabled: null,
  address: { kind: "webhook", url, isConfirmed: true },
});

export const browser = (id: string, endpoint: string): StoredTarget => ({
  id,
  createdAt: NOON,
  disabled: null,
  address: { kind: "push", endpoint, p256dh: "", auth: "", key: "" },
});

/** Stores notices of a watch, and drops what the object has read. */
export async function backlog(
  account: Account,
  watchId: string,
  count: number,
  targets: readonly string[],
  dueAt = NOON,
) {
  const facts = noticeFactsColumn.write({
    watch: { id: watchId, name: "W" },
    device: null,
    key: null,
    when: { events: ["turned_on"] },
    event: "turned_on",
  });
  const deliveries = deliveriesColumn.write(
    targets.map((target) => ({
      target,
      attempts: 0,
      outcome: "waiting" as const,
      at: NOON,
      detail: "",
      nextAt: dueAt,
    })),
  );
  await inObject(
    account,
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
     INSERT INTO notices (id, watch_id, state, at, facts, deliveries, next_at)
     SELECT 'n' || i, '${watchId}', 'raised', ${NOON}, '${facts}', '${deliveries}', ${dueAt} FROM n`,
  );
  await nap(account);
}
