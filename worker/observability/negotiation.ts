/** PURE. Chooses the format for a scraper by its Accept header (RFC 9110, section 12.5.1). */

interface MediaRange {
  type: string;
  version: string | undefined;
  weight: number;
}

/** Returns true if OpenMetrics has the higher weight. Format 0.0.4 is the default, because all scrapers read it. */
export function prefersOpenMetrics(accept: string | null): boolean {
  const ranges = (accept ?? "").split(",").map(rangeOf);
  return weightOf(ranges, "application/openmetrics-text", "1.0.0") > weightOf(ranges, "text/plain", "0.0.4");
}

function rangeOf(text: string): MediaRange {
  const [type = "", ...parameters] = text
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  const parameter = (name: string) =>
    parameters
      .find((each) => each.startsWith(`${name}=`))
      ?.slice(name.length + 1)
      .replaceAll('"', "");
  return { type, version: parameter("version"), weight: Number(parameter("q") ?? 1) || 0 };
}

/** Returns the weight of the most specific matching range; 0 if none matches. */
function weightOf(ranges: readonly MediaRange[], type: string, version: string): number {
  const specific: ((range: MediaRange) => boolean)[] = [
    (range) => range.type === type && range.version === version,
    (range) => range.type === type && range.version === undefined,
    (range) => range.type === `${type.split("/")[0]}/*`,
    (range) => range.type === "*/*",
  ];
  for (const matchesType of specific) {
    const matches = ranges.filter(matchesType);
    if (matches.length > 0) return Math.max(...matches.map(({ weight }) => weight));
  }
  return 0;
}
