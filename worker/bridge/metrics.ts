/** What the bridge counts, as Prometheus reads it. */

/** Why a connection never became a client of the broker. */
const REFUSALS = ["full", "address", "proxy", "silent", "late"] as const;
export type Refused = (typeof REFUSALS)[number];

/** Seconds from the connection to the first byte of the broker. */
const BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

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
    return [
      ...metric("connections_open", "gauge", "Connections that are open.", this.open),
      ...metric("connections_total", "counter", "Connections that were taken.", this.total),
      ...metric(
        "connections_refused_total",
        "counter",
        "Connections that never became a client of the broker, by the reason.",
        ...[...this.#refused].map(([reason, count]) => [`{reason="${reason}"}`, count] as const),
      ),
      ...metric(
        "bytes_total",
        "counter",
        "Bytes to the broker (up) and from it (down).",
        ...[['{direction="up"}', this.up] as const, ['{direction="down"}', this.down] as const],
      ),
      ...metric(
        "tls_handshakes_failed_total",
        "counter",
        "Handshakes that did not end.",
        this.handshakesFailed,
      ),
      ...metric("upgrades_failed_total", "counter", "WebSockets that did not open.", this.upgradesFailed),
      ...metric(
        "unbelieved_total",
        "counter",
        "WebSockets whose client the broker took for the bridge itself, because it did not believe the signature.",
        this.unbelieved,
      ),
      ...metric("draining", "gauge", "1 while connections are handed over.", Number(this.isDraining)),
      ...(ends === null
        ? []
        : metric(
            "certificate_expires_timestamp_seconds",
            "gauge",
            "When the certificate ends.",
            ends / 1000,
          )),
      ...this.#firstBytes(),
      "# HELP process_resident_memory_bytes Memory of the process.",
      "# TYPE process_resident_memory_bytes gauge",
      `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
      "",
    ].join("\n");
  }

  #firstBytes(): string[] {
    const buckets = BUCKETS.map((most, at) => [`_bucket{le="${most}"}`, this.#answered[at] ?? 0] as const);
    return metric(
      "first_byte_seconds",
      "histogram",
      "From a connection to the first byte of the broker.",
      ...buckets,
      ['_bucket{le="+Inf"}', this.#answers],
      ["_sum", this.#seconds],
      ["_count", this.#answers],
    );
  }
}

/** A value, or several with what follows the name. */
function metric(
  name: string,
  type: "counter" | "gauge" | "histogram",
  help: string,
  ...values: (number | readonly [string, number])[]
): string[] {
  const whole = `switchyard_bridge_${name}`;
  return [
    `# HELP ${whole} ${help}`,
    `# TYPE ${whole} ${type}`,
    ...values.map((value) =>
      typeof value === "number" ? `${whole} ${value}` : `${whole}${value[0]} ${value[1]}`,
    ),
  ];
}
