import type { ResponseOf } from "../../../../worker/contract/api.ts";

export type UsageName = keyof ResponseOf<"brokerInfo">["limits"];

const UNITS = ["B", "KiB", "MiB", "GiB"];

function bytesText(bytes: number): string {
  let [amount, unit] = [bytes, 0];
  while (amount >= 1024 && unit < UNITS.length - 1) [amount, unit] = [amount / 1024, unit + 1];
  const digits = unit === 0 || Number.isInteger(amount) ? 0 : 1;
  return `${amount.toFixed(digits)} ${UNITS[unit]}`;
}

const countText = (count: number): string => count.toLocaleString("en-US");

/** `3 of 10`; without a limit `3`. */
export function amountText(name: UsageName, used: number, limit: number): string {
  const text = name === "storage" ? bytesText : countText;
  return limit === 0 ? text(used) : `${text(used)} of ${text(limit)}`;
}

/** From 0 to 1; null without a limit. */
export const shareOf = (used: number, limit: number): number | null =>
  limit === 0 ? null : Math.min(1, used / limit);
