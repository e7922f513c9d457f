/** `switchyard history --device`: one line of time. */

import { MAX_RECENT_NOTICES } from "../../broker/contract/limits.ts";
import type { ResponseOf } from "../contract/api.ts";
import { NO_PART, type TimelineRow, timeline, timelineFilter } from "../contract/timeline.ts";
import { CliError } from "./cli-error.ts";
import type { CliRun } from "./command.ts";
import { findDevice } from "./device-name.ts";
import { eventLine } from "./event-line.ts";
import { messageLine } from "./message-line.ts";
import { localTime } from "./moment.ts";
import { historyRows, rowsOf } from "./pages.ts";

interface TimelineOptions {
  limit: number;
  from?: string;
  to?: string;
  json?: true;
}

/** Of the events' largest page. */
const PAGE = 100;

export async function printTimeline(
  run: CliRun,
  name: string,
  { limit, from, to, json }: TimelineOptions,
): Promise<"done"> {
  const api = run.api();
  const { id: device } = await findDevice(api, name);
  const query = { device, from, to, size: Math.min(limit, PAGE) };
  const filter = timelineFilter(device);
  const [events, refusals, notices, messages] = await Promise.all([
    rowsOf(api, "listEvents", query, limit),
    api.call("listRefusals"),
    ifAllowed(run, "notices", api.call("listNotices")),
    ifAllowed(run, "messages", historyRows(api, { filter, from, to, order: "newest" }, limit)),
  ]);
  const { happenings, isCut } = timeline(
    {
      events: { rows: events, isCut: events.length >= limit },
      refusals: { rows: refusals, isCut: false },
      notices: notices ? { rows: notices, isCut: notices.length >= MAX_RECENT_NOTICES } : NO_PART,
      messages: messages ? { rows: messages, isCut: messages.length >= limit } : NO_PART,
    },
    {
      device,
      ...(from !== undefined && { from: Date.parse(from) }),
      ...(to !== undefined && { to: Date.parse(to) }),
    },
  );
  const shown = happenings.slice(-limit);
  if (json) run.json(shown);
  else if (shown.length === 0) run.note("Nothing happened.");
  else for (const each of shown) run.print(lineOf(each));
  if (isCut || shown.length < happenings.length)
    run.note(`Earlier: --to ${shown[0]?.at}, or a larger --limit.`);
  return "done";
}

/** A token without the right sees the rest. */
async function ifAllowed<Answer>(run: CliRun, what: string, asked: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asked;
  } catch (error) {
    if (!(error instanceof CliError) || error.status !== 403) throw error;
    run.note(`Without ${what}: ${error.message}`);
    return null;
  }
}

function lineOf(happening: TimelineRow<ResponseOf<"listEvents">[number]>): string {
  switch (happening.kind) {
    case "event":
      return eventLine(happening.event);
    case "message":
      return messageLine(happening.message);
    case "notice":
      return `${localTime(happening.at)}  Notice: ${happening.notice.text}`;
    case "refusal": {
      const { client_id, tried, rule, advice } = happening.refusal;
      return `${localTime(happening.at)}  Refused: ${client_id}, ${tried}: ${rule} ${advice}`;
    }
  }
}
