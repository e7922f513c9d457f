/** Parses the text format 0.0.4 of Prometheus strictly: any deviation throws. */

export interface ParsedFamily {
  type: string;
  help: string;
  samples: { name: string; labels: Record<string, string>; value: number }[];
}

const NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(.*)\\})? (\\S+)$`);
const LABEL = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/;
const NUMBER = /^(?:[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|\+Inf|-Inf|NaN)$/;
const PARTS: Record<string, readonly string[]> = {
  counter: [""],
  gauge: [""],
  histogram: ["_bucket", "_sum", "_count"],
};

export function parsePrometheus(text: string): Map<string, ParsedFamily> {
  if (!text.endsWith("\n")) throw new Error("the last line does not end");
  const families = new Map<string, ParsedFamily>();
  const lines = text.slice(0, -1).split("\n");
  for (let at = 0; at < lines.length; ) {
    const [, name = "", help = ""] = new RegExp(`^# HELP (${NAME}) (.*)$`).exec(lines[at] ?? "") ?? [];
    const [, typed, type = ""] = new RegExp(`^# TYPE (${NAME}) (\\w+)$`).exec(lines[at + 1] ?? "") ?? [];
    if (name === "" || typed !== name) throw new Error(`line ${at + 1} begins no family: ${lines[at]}`);
    if (families.has(name)) throw new Error(`${name} is there twice`);
    const family: ParsedFamily = { type, help, samples: [] };
    for (at += 2; at < lines.length && !lines[at]?.startsWith("#"); at++) {
      family.samples.push(sampleIn(lines[at] ?? "", name, type));
    }
    check(name, family);
    families.set(name, family);
  }
  return families;
}

function sampleIn(line: string, family: string, type: string): ParsedFamily["samples"][number] {
  const [, name = "", labels = "", value = ""] = SAMPLE.exec(line) ?? [];
  const parts = PARTS[type] ?? [];
  if (!parts.some((part) => name === family + part)) throw new Error(`no sample of ${family}: ${line}`);
  if (!NUMBER.test(value)) throw new Error(`no number: ${line}`);
  return { name, labels: labelsIn(labels, line), value: Number(value.replace("Inf", "Infinity")) };
}

function labelsIn(text: string, line: string): Record<string, string> {
  const labels: Record<string, string> = {};
  for (let rest = text; rest !== ""; ) {
    const [whole, name = "", value = ""] = LABEL.exec(rest) ?? [];
    if (whole === undefined || name in labels) throw new Error(`labels are not well formed: ${line}`);
    labels[name] = value.replace(/\\([\\"n])/g, (_, sign) => (sign === "n" ? "\n" : sign));
    rest = rest.slice(whole.length);
  }
  return labels;
}

/** Checks rules that a lenient reader would skip. */
function check(name: string, { type, samples }: ParsedFamily): void {
  if (type === "counter" && !name.endsWith("_total")) throw new Error(`${name} counts, and does not say so`);
  if (type !== "counter" && name.endsWith("_total")) throw new Error(`${name} says that it counts`);
  if (type !== "gauge" && samples.some(({ value }) => !(value >= 0)))
    throw new Error(`${name} is below zero`);
  const seen = samples.map(
    (sample) => `${sample.name} ${JSON.stringify(Object.entries(sample.labels).sort())}`,
  );
  if (new Set(seen).size < seen.length) throw new Error(`${name} has a sample twice`);
  if (type === "histogram") checkHistogram(name, samples);
}

function checkHistogram(name: string, samples: ParsedFamily["samples"]): void {
  const series = Map.groupBy(samples, ({ labels: { le: _, ...others } }) => JSON.stringify(others));
  for (const of of series.values()) {
    const buckets = of.filter((sample) => sample.name === `${name}_bucket`);
    const ends = buckets.map(({ labels }) => Number(labels.le?.replace("Inf", "Infinity")));
    const counts = buckets.map(({ value }) => value);
    const rises = (values: number[]) =>
      values.every((value, at) => at === 0 || value >= (values[at - 1] ?? 0));
    const total = of.find((sample) => sample.name === `${name}_count`)?.value;
    const hasSum = of.some((sample) => sample.name === `${name}_sum`);
    if (!rises(ends) || !rises(counts) || ends.at(-1) !== Infinity || counts.at(-1) !== total || !hasSum) {
      throw new Error(`${name} is no histogram`);
    }
  }
}
