/** ISO 8601 durations in days, hours, minutes and seconds. Units without a fixed length are rejected. */

const DURATION =
  /^([+-])?P(?=\d|T\d)(?:(\d{1,4})D)?(?:T(?=\d)(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,8})S)?)?$/;

/** Seconds; null for anything else. */
export function secondsOf(duration: string): number | null {
  const found = DURATION.exec(duration.trim().toUpperCase());
  if (found === null) return null;
  const [, sign, days = "0", hours = "0", minutes = "0", seconds = "0"] = found;
  const all = ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds);
  return sign === "-" && all > 0 ? -all : all;
}

export function durationOf(seconds: number): string {
  const all = Math.abs(seconds);
  const parts = [
    [Math.floor(all / 3600), "H"],
    [Math.floor(all / 60) % 60, "M"],
    [all % 60, "S"],
  ] as const;
  const text = parts.map(([count, unit]) => (count === 0 ? "" : `${count}${unit}`)).join("");
  return `${seconds < 0 ? "-" : ""}PT${text || "0S"}`;
}
