/** The tool that tells what happened, from each list that knows of it. */

import * as z from "zod";
import { MAX_RECENT_NOTICES } from "../../broker/contract/limits.ts";
import { utcMoment } from "../../broker/contract/moment.ts";
import { hasScope } from "../../broker/contract/scopes.ts";
import type { Refusal } from "../contract/refusals.ts";
import { type TimelineRow, timeline, timelineFilter } from "../contract/timeline.ts";
import { ApiError } from "../errors.ts";
import { device_id, moment, PAGE, PERIOD, tool } from "./tool.ts";

export const whatHappened = tool({
  name: "what_happened",
  title: "What happened",
  description: `What happened between two times, oldest first: events of devices, refusals of the broker, and notices of watches where the token may read the set-up; of one device its kept messages, too. \`truncated\`: it begins later than \`from\`, where ${PAGE} rows of a list do.`,
  call: "listEvents",
  output: { happened: z.array(z.looseObject({})), truncated: z.boolean() },
  input: { device_id: device_id.optional(), from: moment("Inclusive"), to: PERIOD.to },
  async run({ device_id: device, from, to }, api) {
    const { answer: caller } = await api("readScopes");
    // a refused call would ask the database for the reason
    const readsSetup = hasScope(caller.scopes, "setup:read", "account");
    const query = { device, from, to, size: PAGE };
    const [events, refusals, notices, messages] = await Promise.all([
      api("listEvents", { query }),
      api("listRefusals"),
      readsSetup ? api("listNotices") : null,
      device === undefined ? null : orNothing(api("listHistory", { query: historyOf(device, from, to) })),
    ]);
    const rows = notices?.answer ?? [];
    const parts = {
      events: { rows: events.answer, isCut: events.link !== null },
      refusals: { rows: refusals.answer, isCut: false },
      notices: { rows, isCut: rows.length >= MAX_RECENT_NOTICES },
      messages: { rows: messages?.answer.messages ?? [], isCut: messages?.answer.next != null },
    };
    const section = {
      ...(device !== undefined && { device }),
      from: utcMoment(from) ?? 0,
      ...(to !== undefined && { to: utcMoment(to) ?? 0 }),
    };
    const { happenings, isCut } = timeline(parts, section);
    return { happened: happenings.map(told), truncated: isCut };
  },
});

const historyOf = (device: string, from: string, to: string | undefined) => ({
  filter: timelineFilter(device),
  from,
  to,
  limit: PAGE,
});

/** Null where the caller may not read it. */
const orNothing = <Answer>(asked: Promise<Answer>): Promise<Answer | null> =>
  asked.catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 403) return null;
    throw error;
  });

/** As one flat row. */
function told(happening: TimelineRow): object {
  const { at, kind } = happening;
  if (kind === "event") {
    const { created_at: _, ...event } = happening.event;
    return { at, ...event };
  }
  if (kind === "refusal") return { event_type: "refused", ...explained(happening.refusal) };
  if (kind === "message") return { event_type: "message", ...happening.message };
  const { text, value, state, watch, device } = happening.notice;
  return { at, event_type: "notice", text, value, state, watch, device };
}

export const explained = ({ id: _, fix: _fix, ...refusal }: Refusal) => refusal;
