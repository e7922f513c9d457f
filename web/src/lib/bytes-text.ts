const UNITS = ["B", "KiB", "MiB", "GiB"];

/** PURE. Bytes as a person reads them: `3.4 MiB`. */
export function bytesText(bytes: number): string {
  let [amount, unit] = [bytes, 0];
  while (amount >= 1024 && unit < UNITS.length - 1) [amount, unit] = [amount / 1024, unit + 1];
  const digits = unit === 0 || Number.isInteger(amount) ? 0 : 1;
  return `${amount.toFixed(digits)} ${UNITS[unit]}`;
}
