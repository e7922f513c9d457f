/** Moments as people read them: US English, short month, day, 12-hour time, in the time zone of the browser. */

const MOMENT = new Intl.DateTimeFormat("en-US", {
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  hour12: true,
});
const WITH_SECONDS = new Intl.DateTimeFormat("en-US", {
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  second: "2-digit",
  hour12: true,
});
const DAY = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", year: "numeric" });

const shown = (format: Intl.DateTimeFormat, iso: string): string => {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? "" : format.format(at);
};

export const momentText = (iso: string): string => shown(MOMENT, iso);
export const preciseMomentText = (iso: string): string => shown(WITH_SECONDS, iso);
export const dayText = (iso: string): string => shown(DAY, iso);

/** With its day of the week, as clocks there show it; in this browser's zone where that one is none. */
export function plannedText(iso: string, timeZone: string): string {
  const parts = { weekday: "short", month: "short", day: "numeric" } as const;
  const time = { hour: "numeric", minute: "2-digit", hour12: true, timeZoneName: "short" } as const;
  try {
    return shown(new Intl.DateTimeFormat("en-US", { ...parts, ...time, timeZone }), iso);
  } catch {
    return shown(new Intl.DateTimeFormat("en-US", { ...parts, ...time }), iso);
  }
}
