/** PURE. The metrics of the service: what each is called, and where in the points it stands. */

import { SECONDS } from "../../broker/contract/histogram.ts";
import { histogramSamples, type MetricFamily, type MetricSample } from "./exposition.ts";
import { COLUMNS } from "./point.ts";
import type { Totals } from "./question.ts";

/** What the database knows at this moment. */
export interface Facts {
  version: string;
  accounts: number;
  /** 0: no limit. */
  maxAccounts: number;
  waiting: number;
  lettersWaiting: number;
  /** Milliseconds since 1970; null: never. */
  jobsRanAt: number | null;
}

type BrokerColumn = (typeof COLUMNS.broker)[number];

/** Counters of brokers: a column each, or one for each value of a label. */
const OF_BROKERS: readonly [name: string, help: string, columns: BrokerColumn | [string, ...string[]]][] = [
  ["connections_total", "Connections that were let in.", "begun"],
  ["disconnections_total", "Connections that ended.", "ended"],
  ["messages_total", "Messages published by clients (in) and sent to them (out).", ["direction", "messages"]],
  ["bytes_total", "Bytes from clients (in) and to them (out).", ["direction", "bytes"]],
  ["refusals_total", "What clients were refused, by what it was.", ["kind", "refused"]],
  [
    "turn_failures_total",
    "Packets of which nothing was done, because storage or our code failed.",
    "failures",
  ],
];

export function families(broker: readonly number[], http: readonly Totals[], facts: Facts): MetricFamily[] {
  return [
    ...OF_BROKERS.map(([name, help, columns]): MetricFamily => {
      const samples =
        typeof columns === "string" ? [{ value: column(broker, columns) }] : labelled(broker, columns);
      return { name, type: "counter", help, samples };
    }),
    {
      ...{ name: "connect_seconds", type: "histogram", help: "From a CONNECT to its answer." },
      samples: histogram(broker.slice(COLUMNS.broker.indexOf("seconds"))),
    },
    ...calls(http),
    ...gauges(facts),
  ];
}

const column = (values: readonly number[], name: BrokerColumn): number =>
  values[COLUMNS.broker.indexOf(name)] ?? 0;

/** `refused publish` is the column of `{kind="publish"}`. */
const labelled = (values: readonly number[], [label, first]: readonly string[]): MetricSample[] =>
  COLUMNS.broker
    .filter((name) => name.startsWith(`${first} `))
    .map((name) => ({
      labels: { [label ?? ""]: name.slice(name.indexOf(" ") + 1) },
      value: column(values, name),
    }));

function calls(totals: readonly Totals[]): MetricFamily[] {
  const at = COLUMNS.http.indexOf("seconds");
  const labels = ({ subject: route, method }: Totals) => ({ route, method });
  return [
    {
      ...{ name: "http_requests_total", type: "counter", help: "Requests, by the class of their answers." },
      samples: totals.flatMap((each) =>
        COLUMNS.http.slice(0, at).flatMap((status, index) => {
          const value = each.values[index] ?? 0;
          return value === 0 ? [] : [{ labels: { ...labels(each), status }, value }];
        }),
      ),
    },
    {
      ...{ name: "http_request_seconds", type: "histogram", help: "From a request to its answer." },
      samples: totals.flatMap((each) => histogram(each.values.slice(at), labels(each))),
    },
  ];
}

const histogram = (
  [sum = 0, ...counts]: readonly number[],
  labels?: Record<string, string>,
): MetricSample[] => histogramSamples(SECONDS, counts, sum, labels);

function gauges(facts: Facts): MetricFamily[] {
  const gauge = (name: string, help: string, value: number): MetricFamily => ({
    ...{ name, type: "gauge", help },
    samples: [{ value }],
  });
  return [
    {
      ...{ name: "info", type: "gauge", help: "The version that answers." },
      samples: [{ labels: { version: facts.version }, value: 1 }],
    },
    gauge("accounts", "Accounts that there are.", facts.accounts),
    gauge("accounts_limit", "Accounts that there may be; 0: as many as like.", facts.maxAccounts),
    gauge("waitlist", "People who wait for an account and were not invited.", facts.waiting),
    gauge("letters_waiting", "Letters that were written and have not left.", facts.lettersWaiting),
    gauge(
      "jobs_ran_timestamp_seconds",
      "When the jobs of the cron ran last; 0: never.",
      (facts.jobsRanAt ?? 0) / 1000,
    ),
  ];
}
