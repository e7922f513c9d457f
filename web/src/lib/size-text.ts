const UNITS = ["B", "kB", "MB", "GB", "TB"];

/** A number of bytes in its unit: `1.2 MB`. */
export function sizeText(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 999.5 && unit < UNITS.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${unit === 0 || size >= 99.95 ? Math.round(size) : Number(size.toPrecision(3))} ${UNITS[unit]}`;
}
