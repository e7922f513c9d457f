/** Several series as one table for a spreadsheet. Pure. */

import type { ValuePoint } from "../../devices/values.ts";

export interface CsvColumn {
  name: string;
  unit: string | null;
  points: readonly ValuePoint[];
}

const two = (n: number): string => String(n).padStart(2, "0");

/** As spreadsheets read a moment: `2026-11-25 04:22:11`. */
function localText(at: number): string {
  const moment = new Date(at);
  const day = [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join("-");
  return `${day} ${[moment.getHours(), moment.getMinutes(), moment.getSeconds()].map(two).join(":")}`;
}

/** A spreadsheet executes text that begins like a formula. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A row for each moment at which something was measured, in local time and in UTC. */
export function csvOf(columns: readonly CsvColumn[], zone: string): string {
  const values = columns.map(({ points }) => new Map(points));
  const moments = [...new Set(values.flatMap((points) => [...points.keys()]))].sort((a, b) => a - b);
  const titles = columns.map(({ name, unit }) => cell(unit ? `${name} (${unit})` : name));
  const rows = moments.map((at) => [
    localText(at),
    new Date(at).toISOString(),
    ...values.map((points) => points.get(at) ?? ""),
  ]);
  return [[`Time (${zone})`, "Time (UTC)", ...titles], ...rows].map((row) => `${row.join(",")}\r\n`).join("");
}
