import { once } from "node:events";
import { createServer, type Server } from "node:http";
import {
  exposition,
  histogramSamples,
  type MetricFamily,
  type MetricSample,
} from "../observability/exposition.ts";
import type { Address } from "./options.ts";

/** Why a connection ended before it reached the broker. */
const REASONS = ["full", "address", "proxy", "silent", "late"] as const;
export type RefusalReason = (typeof REASONS)[number];

/** Seconds from the connection to the first byte of the broker. */
const BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const REFUSED_HELP = "Connections that ended before they reached the broker, by reason.";
const UNBELIEVED_HELP =
  "WebSockets whose signature the broker did not accept: it took the bridge for the client.";
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
  /** Milliseconds since 1970; null without TLS. */
  certificateExpires: () => number | null = () => null;
  readonly #refused = new Map<RefusalReason, number>(REASONS.map((reason) => [reason, 0]));
  readonly #firstBytes = [...BUCKETS, Number.POSITIVE_INFINITY].map(() => 0);
  #firstByteSeconds = 0;

  countRefused(reason: RefusalReason): void {
    this.#refused.set(reason, (this.#refused.get(reason) ?? 0) + 1);
  }

  observeFirstByte(seconds: number): void {
    this.#firstByteSeconds += seconds;
    const at = BUCKETS.findIndex((end) => seconds <= end);
    const bucket = at < 0 ? BUCKETS.length : at;
    this.#firstBytes[bucket] = (this.#firstBytes[bucket] ?? 0) + 1;
  }

  /** Returns the page for Prometheus, format 0.0.4. */
  text(): string {
    const expires = this.certificateExpires();
    const labelled = (label: string, values: Iterable<[string, number]>): MetricSample[] =>
      Array.from(values, ([name, value]) => ({ labels: { [label]: name }, value }));
    const directions = Object.entries({ up: this.up, down: this.down });
    const firstBytes = histogramSamples(BUCKETS, this.#firstBytes, this.#firstByteSeconds);
    const rows: [string, MetricFamily["type"], help: string, value: number | MetricSample[]][] = [
      ["connections_open", "gauge", "Open connections.", this.open],
      ["connections_total", "counter", "Accepted connections.", this.total],
      ["connections_refused_total", "counter", REFUSED_HELP, labelled("reason", this.#refused)],
      [
        "bytes_total",
        "counter",
        "Bytes to the broker (up) and from it (down).",
        labelled("direction", directions),
      ],
      ["tls_handshakes_failed_total", "counter", "Failed TLS handshakes.", this.handshakesFailed],
      [
        "upgrades_failed_total",
        "counter",
        "WebSockets to the broker that did not open.",
        this.upgradesFailed,
      ],
      ["unbelieved_total", "counter", UNBELIEVED_HELP, this.unbelieved],
      ["draining", "gauge", "1 while clients are disconnected at the end.", Number(this.isDraining)],
      [
        "certificate_expires_timestamp_seconds",
        "gauge",
        "Earliest expiry of the certificates.",
        expires === null ? [] : expires / 1000,
      ],
      ["first_byte_seconds", "histogram", "Time from a connection to the broker's first byte.", firstBytes],
    ];
    const families = rows.map(([name, type, help, value]) => ({
      name: `bridge_${name}`,
      type,
      help,
      samples: typeof value === "number" ? [{ value }] : value,
    }));
    return `${exposition(families.filter(({ samples }) => samples.length > 0))}${MEMORY_HEAD}
process_resident_memory_bytes ${process.memoryUsage.rss()}
`;
  }
}

// `/health` for a load balancer and `/metrics` for Prometheus, on a port of their own.

const MAX_CONNECTIONS = 32;

export async function openHealth({ host, port }: Address, metrics: Metrics): Promise<Server> {
  const server = createServer((request, response) => {
    const path = request.url?.replace(/\?.*/, "");
    if (path === "/health") {
      response.writeHead(metrics.isDraining ? 503 : 200, { "Content-Type": "application/json" });
      response.end(`{"status":"${metrics.isDraining ? "draining" : "ok"}"}\n`);
    } else if (path === "/metrics") {
      response.writeHead(200, { "Content-Type": "text/plain; version=0.0.4" });
      response.end(metrics.text());
    } else {
      response.writeHead(404).end();
    }
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.listen({ port, ...(host !== undefined && { host }) });
  await once(server, "listening");
  return server;
}
