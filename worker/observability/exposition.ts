/** PURE. The formats of Prometheus: text 0.0.4, and OpenMetrics 1.0 (`draft-ietf-opsawg-openmetrics`). */

export interface MetricFamily {
  /** Without `switchyard_`. */
  name: string;
  type: "counter" | "gauge" | "histogram";
  help: string;
  samples: readonly MetricSample[];
}

/** Only gauges: OpenMetrics names counters and writes buckets differently. */
export type Gauge = MetricFamily & { type: "gauge" };

export interface MetricSample {
  value: number;
  labels?: Readonly<Record<string, string>>;
  /** Only in a histogram. */
  part?: "bucket" | "sum" | "count";
}

/** `counts` has one count for each bucket alone, and a last one for larger values. Prometheus wants running sums. */
export function histogramSamples(
  bounds: readonly number[],
  counts: readonly number[],
  sum: number,
  labels: Record<string, string> = {},
): MetricSample[] {
  let total = 0;
  const buckets = [...bounds.map(String), "+Inf"].map((le, at): MetricSample => {
    total += counts[at] ?? 0;
    return { part: "bucket", labels: { ...labels, le }, value: total };
  });
  return [...buckets, { part: "sum", labels, value: sum }, { part: "count", labels, value: total }];
}

export const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";
export const OPEN_METRICS_TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8";

const nameOf = ({ name }: Pick<MetricFamily, "name">): string => `switchyard_${name}`;

export const exposition = (families: readonly MetricFamily[]): string =>
  families.map((family) => lines(family, escapedHelp(family.help))).join("");

export const openMetrics = (gauges: readonly Gauge[]): string =>
  `${gauges.map((gauge) => lines(gauge, escaped(gauge.help))).join("")}# EOF\n`;

function lines(family: MetricFamily, help: string): string {
  const name = nameOf(family);
  const all = [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${family.type}`,
    ...family.samples.map(
      ({ part, labels = {}, value }) =>
        `${part === undefined ? name : `${name}_${part}`}${labelText(labels)} ${numeral(value)}`,
    ),
  ];
  return `${all.join("\n")}\n`;
}

function labelText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

/** Line breaks for some readers of lines. The formats escape a line feed only: of others the code is shown. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are line breaks there
const SEPARATORS = /[\r\v\f\x1c-\x1e\x85\u2028\u2029]/g;

const escapedHelp = (value: string): string =>
  value
    .replaceAll("\\", "\\\\")
    .replaceAll("\n", "\\n")
    .replace(SEPARATORS, (character) => `\\\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);

const escaped = (value: string): string => escapedHelp(value).replaceAll('"', '\\"');

/** Go syntax, which Prometheus parses. */
const numeral = (value: number): string =>
  Number.isFinite(value) ? String(value) : value > 0 ? "+Inf" : value < 0 ? "-Inf" : "NaN";

// PURE. Chooses the format for a scraper by its Accept header (RFC 9110, section 12.5.1).

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
