import { exposition, type Family, type Sample } from "../observability/exposition.ts";

/** Why a connection never became a client of the broker. */
const REFUSALS = ["full", "address", "proxy", "silent", "late"] as const;
export type Refused = (typeof REFUSALS)[number];

/** Seconds from the connection to the first byte of the broker. */
const BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const REFUSED_HELP = "Connections that never became a client of the broker, by the reason.";
const UNBELIEVED_HELP =
  "WebSockets whose client the broker took for the bridge itself, because it did not believe the signature.";
const MEMORY_HEAD = `# HELP process_resident_memory_bytes Memory of the process.
# TYPE process_resident_memory_bytes gauge`;

export class Metrics {
  open = 0;
  total = 0;
  up = 0;
  down = 0;
  handshakesFailed = 0;
  upgradesFailed = 0;
  unbelieved = 0;
  isDraining = false;
  /** Milliseconds; null without TLS. */
  certificateEnds: () => number | null = () => null;
  readonly #refused = new Map<Refused, number>(REFUSALS.map((reason) => [reason, 0]));
  readonly #answered = BUCKETS.map(() => 0);
  #answers = 0;
  #seconds = 0;

  refused(reason: Refused): void {
    this.#refused.set(reason, (this.#refused.get(reason) ?? 0) + 1);
  }

  answeredAfter(seconds: number): void {
    this.#answers++;
    this.#seconds += seconds;
    for (const [at, most] of BUCKETS.entries()) {
      if (seconds <= most) this.#answered[at] = (this.#answered[at] ?? 0) + 1;
    }
  }

  text(): string {
    const ends = this.certificateEnds();
    const labelled = (label: string, values: Iterable<[string, number]>): Sample[] =>
      Array.from(values, ([name, value]) => ({ labels: { [label]: name }, value }));
    const families: [name: string, type: Family["type"], help: string, value: number | Sample[]][] = [
      ["connections_open", "gauge", "Connections that are open.", this.open],
      ["connections_total", "counter", "Connections that were taken.", this.total],
      ["connections_refused_total", "counter", REFUSED_HELP, labelled("reason", this.#refused)],
      [
        "bytes_total",
        "counter",
        "Bytes to the broker (up) and from it (down).",
        labelled("direction", Object.entries({ up: this.up, down: this.down })),
      ],
      ["tls_handshakes_failed_total", "counter", "Handshakes that did not end.", this.handshakesFailed],
      ["upgrades_failed_total", "counter", "WebSockets that did not open.", this.upgradesFailed],
      ["unbelieved_total", "counter", UNBELIEVED_HELP, this.unbelieved],
      ["draining", "gauge", "1 while connections are handed over.", Number(this.isDraining)],
      [
        "certificate_expires_timestamp_seconds",
        "gauge",
        "When the certificate ends.",
        ends === null ? [] : ends / 1000,
      ],
      [
        "first_byte_seconds",
        "histogram",
        "From a connection to the first byte of the broker.",
        this.#firstBytes(),
      ],
    ];
    const written = families.map(([name, type, help, value]) => {
      return {
        ...{ name: `bridge_${name}`, type, help },
        samples: typeof value === "number" ? [{ value }] : value,
      };
    });
    return `${exposition(written.filter(({ samples }) => samples.length > 0))}${MEMORY_HEAD}
process_resident_memory_bytes ${process.memoryUsage.rss()}
`;
  }

  #firstBytes(): Sample[] {
    const bucket = (le: string, value: number): Sample => ({ part: "bucket", labels: { le }, value });
    return [
      ...BUCKETS.map((most, at) => bucket(String(most), this.#answered[at] ?? 0)),
      bucket("+Inf", this.#answers),
      { part: "sum", value: this.#seconds },
      { part: "count", value: this.#answers },
    ];
  }
}
