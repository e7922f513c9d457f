/** Planned times as people read them. */

/** With its day of the week, as clocks there show it; in this browser's zone where that one is none. */
export function plannedText(iso: string, timeZone: string): string {
  const parts = { weekday: "short", month: "short", day: "numeric" } as const;
  const time = { hour: "numeric", minute: "2-digit", hour12: true, timeZoneName: "short" } as const;
  try {
    return new Intl.DateTimeFormat("en-US", { ...parts, ...time, timeZone }).format(new Date(iso));
  } catch {
    return new Intl.DateTimeFormat("en-US", { ...parts, ...time }).format(new Date(iso));
  }
}
