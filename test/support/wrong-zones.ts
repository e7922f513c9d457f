/** Which rows of the table of newer time zone rules the runtime lacks. */

import { ZONE_CHANGES } from "../../broker/contract/zone-changes.ts";

/** `2026-12-01, 07`: day and hour. */
const hourIn = (timeZone: string, at: number): string =>
  new Intl.DateTimeFormat("sv", { timeZone, dateStyle: "short", timeStyle: "short" }).format(at);

const DAY = 86_400_000;

/** A row is lacked when one of its zones shows another hour on a day of its first year. */
const isLacked = ({ zones, from, until, as }: (typeof ZONE_CHANGES)[number]): boolean => {
  const [start, end] = [Date.parse(from), Math.min(Date.parse(until), Date.parse(from) + 365 * DAY)];
  const days = Array.from({ length: Math.ceil((end - start) / DAY) }, (_, day) => start + day * DAY);
  return zones.some((zone) => days.some((at) => hourIn(zone, at) !== hourIn(as, at)));
};

/** The first zone of each row. */
const firstZones = (rows: typeof ZONE_CHANGES): string[] => rows.map(({ zones }) => zones[0] ?? "");

export const lackedZones = (): string[] => firstZones(ZONE_CHANGES.filter(isLacked));
export const listedZones = (runtime: "Node" | "workerd"): string[] =>
  firstZones(ZONE_CHANGES.filter(({ lackedBy }) => lackedBy.includes(runtime)));
