const UNITS = ["B", "kB", "MB", "GB", "TB"];

/** Bytes as people read them: three figures and a unit. */
export function sizeText(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 999.5 && unit < UNITS.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${unit === 0 || size >= 99.95 ? Math.round(size) : Number(size.toPrecision(3))} ${UNITS[unit]}`;
}
