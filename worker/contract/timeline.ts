/** PURE. One line of time: what happened to a device or an account, from each list that tells of it. */

import type { DeviceEvent } from "./events.ts";
import type { HistoryMessageRow } from "./messages.ts";
import type { Refusal } from "./refusals.ts";
import type { Notice } from "./watches.ts";

/** The newest rows of a list. */
export interface TimelinePart<Row> {
  rows: readonly Row[];
  /** Earlier ones were left out. */
  isCut: boolean;
}

export interface TimelineParts<Event extends DeviceEvent = DeviceEvent> {
  events: TimelinePart<Event>;
  refusals: TimelinePart<Refusal>;
  notices: TimelinePart<Notice>;
  messages: TimelinePart<HistoryMessageRow>;
}

/** `at`: ISO 8601. */
export type TimelineRow<Event extends DeviceEvent = DeviceEvent> = { at: string } & (
  | { kind: "event"; event: Event }
  | { kind: "refusal"; refusal: Refusal }
  | { kind: "notice"; notice: Notice }
  | { kind: "message"; message: HistoryMessageRow }
);

export interface TimelineSection {
  /** Of this device; default: of all. */
  device?: string;
  /** Milliseconds since 1970, inclusive; default: the beginning. */
  from?: number;
  /** Exclusive; default: no end. */
  to?: number;
}

export const NO_PART = { rows: [], isCut: false } as const;

/** The messages of a device on its own topics. */
export const timelineFilter = (deviceId: string): string => `devices/${deviceId}/#`;

/**
 * Oldest first; of one moment the cause before its effect. `isCut`: it begins where the shortest list does, so that
 * nothing is missing in it.
 */
export function timeline<Event extends DeviceEvent>(
  { events, refusals, notices, messages }: TimelineParts<Event>,
  { device, from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY }: TimelineSection = {},
): { happenings: TimelineRow<Event>[]; isCut: boolean } {
  const lists: { happenings: TimelineRow<Event>[]; isCut: boolean }[] = [
    list(messages, (message) => ({ at: message.at, kind: "message", message })),
    list(untold(refusals, events.rows), (refusal) => ({ at: refusal.at, kind: "refusal", refusal })),
    list(events, (event) => ({ at: event.created_at, kind: "event", event })),
    list(notices, (notice) => ({ at: notice.at, kind: "notice", notice })),
  ];
  const cut = lists.filter(({ happenings, isCut }) => isCut && happenings.length > 0);
  const start = Math.max(from, ...cut.map(({ happenings }) => Math.min(...happenings.map(timeOf))));
  const happenings = lists
    .flatMap((each) => each.happenings)
    .filter((each) => timeOf(each) >= start && timeOf(each) < to)
    .filter((each) => device === undefined || concerns(each, device))
    .toSorted((one, other) => timeOf(one) - timeOf(other));
  return { happenings, isCut: cut.length > 0 && start > from };
}

/** A refusal is one row within this time. Milliseconds. */
const REPEATED_MS = 10_000;

/** A device's error is an event, too: refusals without one. */
const untold = (refusals: TimelinePart<Refusal>, events: readonly DeviceEvent[]): TimelinePart<Refusal> => ({
  ...refusals,
  rows: refusals.rows.filter(
    ({ at, device_id, rule }) =>
      !events.some(
        (event) =>
          event.event_type === "errored" &&
          event.device_id === device_id &&
          event.reason === rule &&
          Math.abs(Date.parse(event.created_at) - Date.parse(at)) <= REPEATED_MS,
      ),
  ),
});

const list = <Row, Event extends DeviceEvent>(
  { rows, isCut }: TimelinePart<Row>,
  happeningOf: (row: Row) => TimelineRow<Event>,
) => ({ isCut, happenings: rows.map(happeningOf) });

const timeOf = ({ at }: { at: string }): number => Date.parse(at);

/** Events and messages are read for one device. */
function concerns(happening: TimelineRow, device: string): boolean {
  if (happening.kind === "refusal") return happening.refusal.device_id === device;
  return happening.kind !== "notice" || happening.notice.device?.id === device;
}
