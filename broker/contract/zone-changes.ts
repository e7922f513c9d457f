/**
 * Time zones whose rules changed after the data of a runtime that this project supports. The service, the command line
 * and the page use this table, so that all show the same hour.
 */

interface ZoneChange {
  /** All names of the zone, which are case-insensitive. */
  zones: readonly string[];
  /** The period in which a runtime shows another hour. `until`: exclusive; the last year for which runtimes plan. */
  from: string;
  until: string;
  /** A zone without changes that shows the right hour in that period. */
  as: string;
  /** The release of the IANA time zone database that has the rule. */
  source: string;
  /** The runtimes that lack it. A row without one can go: a test says so. */
  lackedBy: readonly ("workerd" | "Node")[];
}

/** Compared with Debian's tzdata 2026f for each zone, 2026 to 2030. Node 24.21 has 2026c. */
export const ZONE_CHANGES: readonly ZoneChange[] = [
  {
    // Cuba stayed on summer time in November 2026
    zones: ["America/Havana", "Cuba"],
    from: "2026-11-01T05:00Z",
    until: "2027-03-14T05:00Z",
    as: "Etc/GMT+4",
    source: "2026f",
    lackedBy: ["workerd", "Node"],
  },
  {
    // Manitoba and the west of Ontario have one time for the whole year
    zones: ["America/Winnipeg", "America/Rainy_River", "Canada/Central"],
    from: "2026-11-01T07:00Z",
    until: "2038-01-01T00:00Z",
    as: "Etc/GMT+5",
    source: "2026e",
    lackedBy: ["Node"],
  },
  {
    // so do the Northwest Territories
    zones: ["America/Inuvik"],
    from: "2026-11-01T08:00Z",
    until: "2038-01-01T00:00Z",
    as: "Etc/GMT+6",
    source: "2026d",
    lackedBy: ["Node"],
  },
];

const changes = new Map(
  ZONE_CHANGES.flatMap(({ zones, from, until, as }) =>
    zones.map((zone) => [zone.toLowerCase(), { from: Date.parse(from), until: Date.parse(until), as }]),
  ),
);

/** Returns the name of the zone with which `Intl` shows the right hour at a moment. */
export function zoneAt(timeZone: string, moment: number): string {
  const change = changes.get(timeZone.toLowerCase());
  return change !== undefined && moment >= change.from && moment < change.until ? change.as : timeZone;
}
