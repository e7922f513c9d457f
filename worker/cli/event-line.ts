import { eventWords, setWords } from "../../broker/contract/control-words.ts";
import type { ResponseOf } from "../contract/api.ts";
import { localTime } from "./moment.ts";

type EventRow = ResponseOf<"listEvents">[number];

/** An event on one line. */
export function eventLine({
  created_at,
  device_name,
  event_type,
  actor,
  schedule,
  watch,
  guest,
  count,
  set,
  state_kept,
  reason,
  remedy,
  allowed_by: browser,
}: EventRow): string {
  const label = eventWords({ event_type, count: 1, values: set ? setWords(set, []) : "", state_kept });
  const allowed = browser === undefined ? "" : `, allowed in ${browser}`;
  const by = senderOf({ actor, schedule, watch, guest }) + allowed;
  const why = reason ? `: ${reason}${remedy ? ` ${remedy}` : ""}` : "";
  const times = count > 1 ? ` ×${count}` : "";
  return `${localTime(created_at)}  ${device_name}  ${label}${times}${by}${why}`;
}

/** " by the watch Frost", or nothing where no sender is known. */
function senderOf({
  actor,
  schedule,
  watch,
  guest,
}: Pick<EventRow, "actor" | "schedule" | "watch" | "guest">) {
  if (watch && actor === "notice") return ` by an answer to the watch ${watch.name}`;
  if (watch) return ` by the watch ${watch.name}`;
  if (schedule) return ` by the schedule ${schedule.name}`;
  if (guest) return ` by the guest ${guest}`;
  return actor === null ? "" : ` by ${actor}`;
}
