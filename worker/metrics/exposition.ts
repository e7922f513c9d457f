/** PURE. The text that Prometheus reads, format 0.0.4: families of samples, each with its help and its type. */

export interface Family {
  /** Without `switchyard_`. */
  name: string;
  type: "counter" | "gauge" | "histogram";
  help: string;
  samples: readonly Sample[];
}

export interface Sample {
  value: number;
  labels?: Readonly<Record<string, string>>;
  /** Of a histogram. */
  part?: "bucket" | "sum" | "count";
}

export const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

const nameOf = ({ name }: Pick<Family, "name">): string => `switchyard_${name}`;

export const exposition = (families: readonly Family[]): string =>
  families.map((family) => `${lines(family).join("\n")}\n`).join("");

function lines(family: Family): string[] {
  const name = nameOf(family);
  return [
    `# HELP ${name} ${family.help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}`,
    `# TYPE ${name} ${family.type}`,
    ...family.samples.map(
      ({ part, labels = {}, value }) =>
        `${part === undefined ? name : `${name}_${part}`}${labelText(labels)} ${numeral(value)}`,
    ),
  ];
}

function labelText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

const escaped = (value: string): string =>
  value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");

/** As Go reads it. */
const numeral = (value: number): string =>
  Number.isFinite(value) ? String(value) : value > 0 ? "+Inf" : value < 0 ? "-Inf" : "NaN";
