/** PURE. The metrics of the service: their names, and their columns in the points. */

import { SECONDS } from "../../broker/contract/histogram.ts";
import { type AccountMetrics, MAX_METRIC_LINES, type MetricValue } from "../../broker/contract/telemetry.ts";
import type { Gauge } from "./exposition.ts";
import { histogramSamples, type MetricFamily, type MetricSample } from "./exposition.ts";
import type { ColumnTotals } from "./point.ts";
import { COLUMNS } from "./point.ts";

export interface ServiceGauges {
  version: string;
  accounts: number;
  /** 0: no limit. */
  maxAccounts: number;
  waiting: number;
  emailsQueued: number;
  /** Milliseconds since 1970; null if they never ran. */
  jobsRanAt: number | null;
}

type BrokerColumn = (typeof COLUMNS.broker)[number];

/** Counters of brokers: one column, or one column for each value of a label. */
const BROKER_COUNTERS: readonly [
  name: string,
  help: string,
  columns: BrokerColumn | [string, ...string[]],
][] = [
  ["connections_total", "Accepted connections.", "begun"],
  ["disconnections_total", "Ended connections.", "ended"],
  ["messages_total", "Messages published by clients (in) and sent to them (out).", ["direction", "messages"]],
  ["bytes_total", "Bytes from clients (in) and to them (out).", ["direction", "bytes"]],
  ["refusals_total", "Refused actions of clients, by kind.", ["kind", "refused"]],
  ["turn_failures_total", "Packets that were dropped because storage or code failed.", "failures"],
];

/** `broker` and `notices`: the sums of all accounts. */
export function families(
  broker: readonly number[],
  notices: readonly number[],
  http: readonly ColumnTotals[],
  facts: ServiceGauges,
): MetricFamily[] {
  return [
    ...BROKER_COUNTERS.map(([name, help, columns]): MetricFamily => {
      const samples =
        typeof columns === "string" ? [{ value: column(broker, columns) }] : labelledSamples(broker, columns);
      return { name, type: "counter", help, samples };
    }),
    {
      name: "connect_seconds",
      type: "histogram",
      help: "Time from CONNECT to CONNACK.",
      samples: histogram(broker.slice(COLUMNS.broker.indexOf("seconds"))),
    },
    {
      name: "notice_deliveries_total",
      type: "counter",
      help: NOTICES,
      samples: COLUMNS.notices.map((name, at) => {
        const [kind = "", outcome = ""] = name.split(" ");
        return { labels: { kind, outcome }, value: notices[at] ?? 0 };
      }),
    },
    ...calls(http),
    ...gauges(facts),
  ];
}

const NOTICES = "Attempts to deliver notices, by kind of target and outcome; failed ones are tried again.";

const column = (values: readonly number[], name: BrokerColumn): number =>
  values[COLUMNS.broker.indexOf(name)] ?? 0;

/** The column `refused publish` becomes the sample `{kind="publish"}`. */
const labelledSamples = (values: readonly number[], [label, first]: readonly string[]): MetricSample[] =>
  COLUMNS.broker
    .filter((name) => name.startsWith(`${first} `))
    .map((name) => ({
      labels: { [label ?? ""]: name.slice(name.indexOf(" ") + 1) },
      value: column(values, name),
    }));

function calls(totals: readonly ColumnTotals[]): MetricFamily[] {
  const at = COLUMNS.http.indexOf("seconds");
  const labels = ({ subject: route, method }: ColumnTotals) => ({ route, method });
  return [
    {
      name: "http_requests_total",
      type: "counter",
      help: "Requests, by the class of their status.",
      samples: totals.flatMap((each) =>
        COLUMNS.http.slice(0, at).flatMap((status, index) => {
          const value = each.values[index] ?? 0;
          return value === 0 ? [] : [{ labels: { ...labels(each), status }, value }];
        }),
      ),
    },
    {
      name: "http_request_seconds",
      type: "histogram",
      help: "Time from a request to its response.",
      samples: totals.flatMap((each) => histogram(each.values.slice(at), labels(each))),
    },
  ];
}

const histogram = (
  [sum = 0, ...counts]: readonly number[],
  labels?: Record<string, string>,
): MetricSample[] => histogramSamples(SECONDS, counts, sum, labels);

function gauges(facts: ServiceGauges): MetricFamily[] {
  const gauge = (name: string, help: string, value: number): MetricFamily => ({
    name,
    type: "gauge",
    help,
    samples: [{ value }],
  });
  return [
    {
      name: "info",
      type: "gauge",
      help: "The running version.",
      samples: [{ labels: { version: facts.version }, value: 1 }],
    },
    gauge("accounts", "Accounts.", facts.accounts),
    gauge("accounts_limit", "Maximum number of accounts; 0: no limit.", facts.maxAccounts),
    gauge("waitlist", "People on the waitlist without an invitation.", facts.waiting),
    gauge("letters_waiting", "E-mails that were not sent yet.", facts.emailsQueued),
    gauge(
      "jobs_ran_timestamp_seconds",
      "Last run of the cron's jobs; 0: never.",
      (facts.jobsRanAt ?? 0) / 1000,
    ),
  ];
}

// PURE. The metrics of one account: its devices and their values.

type Device = AccountMetrics["devices"][number];

export function accountFamilies({ at, devices, values, leftOut }: AccountMetrics): Gauge[] {
  const ofDevices = (read: (device: Device) => boolean): MetricSample[] =>
    devices.map((device) => ({
      labels: { device: device.name, device_id: device.id },
      value: Number(read(device)),
    }));
  const ofValues = (read: (value: MetricValue) => number): MetricSample[] =>
    values.map((value) => ({ labels: labelsOf(value), value: read(value) }));
  return [
    {
      name: "device_connected",
      type: "gauge",
      help: "1 while the device is connected.",
      samples: ofDevices(({ connected }) => connected),
    },
    {
      name: "device_on",
      type: "gauge",
      help: "1 where the device was last switched on.",
      samples: ofDevices(({ on }) => on),
    },
    {
      name: "value",
      type: "gauge",
      help: `${VALUE}${leftOut === 0 ? "" : leftOutNote(leftOut)}`,
      samples: ofValues(({ value }) => value),
    },
    {
      name: "value_age_seconds",
      type: "gauge",
      help: "How long ago the value was measured.",
      samples: ofValues((value) => Math.max(0, at - value.at) / 1000),
    },
  ];
}

const VALUE = "The last value of a series, until it is overdue by its own habit.";
const leftOutNote = (count: number): string =>
  ` ${count} devices and values are left out: an answer has at most ${MAX_METRIC_LINES} lines.`;

function labelsOf({ source, key, unit }: MetricValue): Record<string, string> {
  const of =
    "device" in source
      ? { device: source.name, device_id: source.device }
      : { channel: source.topic, channel_id: source.channel };
  return { ...of, key, unit: unit ?? "" };
}
