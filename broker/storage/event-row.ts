/** Rows of events, as they are listed. */

import type { StoredEvent } from "../contract/account.ts";
import type { Actor } from "../contract/device-events.ts";
import { readable } from "../contract/json.ts";
import type { Mistake } from "../contract/mistake.ts";
import type { ScheduleRef } from "../contract/schedule.ts";
import { allowedColumn, mistakeColumn, setColumn } from "./shapes.ts";

type EventRow = Record<string, SqlStorageValue>;

export const scheduleOf = ({ schedule, schedule_name: name }: EventRow): ScheduleRef | null =>
  schedule === null || name === null ? null : { id: String(schedule), name: String(name) };

/** Events of earlier releases have none. */
const mistakeOf = ({ mistake }: EventRow): Mistake | null =>
  mistake === null ? null : readable(mistakeColumn, mistake);

const isOfWatch = ({ actor }: EventRow): boolean => actor === "watch" || actor === "notice";

export const eventOf = (row: EventRow): StoredEvent => ({
  id: String(row.id),
  deviceId: String(row.device_id),
  deviceName: String(row.device_name),
  type: String(row.type),
  actor: row.actor as Actor | null,
  schedule: isOfWatch(row) ? null : scheduleOf(row),
  ...(isOfWatch(row) && { watch: scheduleOf(row) }),
  guest: row.guest as string | null,
  count: Number(row.count),
  at: Number(row.at),
  mistake: mistakeOf(row),
  set: row.set_values === null ? null : readable(setColumn, row.set_values),
  isStateKept: row.state_kept === 1,
  ...allowedOf(row),
});

function allowedOf({ allowed }: EventRow): Pick<StoredEvent, "allowed"> {
  const answer = allowed === null ? null : readable(allowedColumn, allowed);
  return answer === null ? {} : { allowed: answer };
}
