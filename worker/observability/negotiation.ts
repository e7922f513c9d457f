/** PURE. Which of its formats a scraper prefers (RFC 9110, section 12.5.1). */

interface Range {
  type: string;
  version: string | undefined;
  weight: number;
}

/** Where both are as welcome, and where neither is named, a scraper gets the text that all of them read. */
export function prefersOpenMetrics(accept: string | null): boolean {
  const ranges = (accept ?? "").split(",").map(rangeOf);
  return weightOf(ranges, "application/openmetrics-text", "1.0.0") > weightOf(ranges, "text/plain", "0.0.4");
}

function rangeOf(text: string): Range {
  const [type = "", ...parameters] = text
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  const named = (name: string) =>
    parameters
      .find((each) => each.startsWith(`${name}=`))
      ?.slice(name.length + 1)
      .replaceAll('"', "");
  return { type, version: named("version"), weight: Number(named("q") ?? 1) || 0 };
}

/** Of the most specific range that the type is in; 0 where it is in none. */
function weightOf(ranges: readonly Range[], type: string, version: string): number {
  const specific: ((range: Range) => boolean)[] = [
    (range) => range.type === type && range.version === version,
    (range) => range.type === type && range.version === undefined,
    (range) => range.type === `${type.split("/")[0]}/*`,
    (range) => range.type === "*/*",
  ];
  for (const isIn of specific) {
    const found = ranges.filter(isIn);
    if (found.length > 0) return Math.max(...found.map(({ weight }) => weight));
  }
  return 0;
}
