import { expect, test } from "vitest";
import { Histogram } from "../../../../broker/contract/histogram.ts";
import { exposition, openMetrics } from "../../../../worker/observability/exposition.ts";
import { families } from "../../../../worker/observability/families.ts";
import { brokerPoint, COLUMNS, noticePoint } from "../../../../worker/observability/point.ts";
import { CallCounter } from "../../../../worker/observability/requests.ts";
import { parsePrometheus } from "../../../support/prometheus.ts";

const FACTS = {
  version: "1.2.3",
  accounts: 7,
  maxAccounts: 10,
  waiting: 2,
  emailsQueued: 1,
  jobsRanAt: 1_500,
};

function reading() {
  const answers = new Histogram();
  for (const milliseconds of [5, 300, 60_000]) answers.note(milliseconds);
  const traffic = { messagesIn: 3, messagesOut: 4, bytesIn: 5, bytesOut: 6 };
  const refused = { connect: 7, publish: 8, subscribe: 9, limit: 10 };
  return { account: "a", begun: 1, ended: 2, ...traffic, refused, failures: 11, answers };
}

test("each number of a broker's report is a metric", () => {
  const read = parsePrometheus(exposition(families(brokerPoint(reading()).values, [], [], FACTS)));
  const values = (name: string) =>
    read.get(`switchyard_${name}`)?.samples.map(({ labels, value }) => [...Object.values(labels), value]);
  expect(values("connections_total")).toEqual([[1]]);
  expect(values("disconnections_total")).toEqual([[2]]);
  expect(values("messages_total")).toEqual([
    ["in", 3],
    ["out", 4],
  ]);
  expect(values("bytes_total")).toEqual([
    ["in", 5],
    ["out", 6],
  ]);
  expect(values("refusals_total")).toEqual([
    ["connect", 7],
    ["publish", 8],
    ["subscribe", 9],
    ["limit", 10],
  ]);
  expect(values("turn_failures_total")).toEqual([[11]]);
  expect(values("accounts")).toEqual([[7]]);
  expect(values("accounts_limit")).toEqual([[10]]);
  expect(values("jobs_ran_timestamp_seconds")).toEqual([[1.5]]);
  const answers = read.get("switchyard_connect_seconds")?.samples ?? [];
  expect(answers.map(({ value }) => value)).toEqual([1, 1, 1, 1, 2, 2, 2, 3, 60.305, 3]);
});

test("attempts to deliver notices are counted by kind and outcome", () => {
  const { values } = noticePoint("a", "webhook failed");
  const read = parsePrometheus(exposition(families([], values, [], FACTS)));
  const samples = read.get("switchyard_notice_deliveries_total")?.samples ?? [];
  expect(samples).toHaveLength(12);
  expect(samples.filter(({ value }) => value > 0)).toMatchObject([
    { labels: { kind: "webhook", outcome: "failed" }, value: 1 },
  ]);
});

test("calls are counted by path, method and status class", () => {
  const calls = new CallCounter();
  for (const status of [101, 200, 201, 404, 503]) calls.note(status, 20);
  const read = parsePrometheus(exposition(families([], [], [calls.point("/v0/a", "GET")], FACTS)));
  const samples = read.get("switchyard_http_requests_total")?.samples ?? [];
  expect(samples.map(({ labels, value }) => [labels.status, value])).toEqual([
    ["1xx", 1],
    ["2xx", 2],
    ["4xx", 1],
    ["5xx", 1],
  ]);
  expect(samples[0]?.labels).toMatchObject({ route: "/v0/a", method: "GET" });
  expect(read.get("switchyard_http_request_seconds")?.samples.at(-1)?.value).toBe(5);
});

test("labels and help texts are escaped", () => {
  const said = 'a "b" \\ \n # TYPE x counter';
  const family = { name: "x", type: "gauge", help: said, samples: [{ value: 1, labels: { said } }] } as const;
  const [[, parsed] = []] = parsePrometheus(exposition([family]));
  expect(parsed?.samples).toEqual([{ name: "switchyard_x", labels: { said }, value: 1 }]);
});

test("no point has more numbers than the platform stores", () => {
  for (const columns of Object.values(COLUMNS)) expect(columns.length).toBeLessThanOrEqual(20);
  expect(brokerPoint(reading()).values).toHaveLength(COLUMNS.broker.length);
  expect(new CallCounter().point("/", "GET").values).toHaveLength(COLUMNS.http.length);
});

test.each([
  ["no end", "# HELP a b\n# TYPE a gauge\na 1"],
  ["no type", "# HELP a b\na 1\n"],
  ["a counter without its ending", "# HELP a b\n# TYPE a counter\na 1\n"],
  ["a sample of something else", "# HELP a b\n# TYPE a gauge\nb 1\n"],
  ["a quote in a label", '# HELP a b\n# TYPE a gauge\na{b="""} 1\n'],
  ["an invalid number", "# HELP a b\n# TYPE a gauge\na 1,5\n"],
  [
    "a histogram that falls",
    '# HELP a b\n# TYPE a histogram\na_bucket{le="1"} 2\na_bucket{le="+Inf"} 1\na_sum 1\na_count 1\n',
  ],
])("the parser of the tests rejects a text with %s", (_, text) => {
  expect(() => parsePrometheus(text)).toThrow();
});

test("no separator in a name breaks a line of the metrics, whatever their reader takes for a line", () => {
  const value = "a\u2028b\u2029c\u0085d\re\u001cf\vg\fh";
  const gauge = {
    name: "x",
    type: "gauge",
    help: value,
    samples: [{ value: 1, labels: { device: value } }],
  } as const;
  for (const text of [exposition([gauge]), openMetrics([gauge])]) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are line breaks for Python's `str.splitlines`
    const lines = text.split(/\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/);
    expect(lines).toEqual(text.split("\n"));
    expect(text).toContain('device="a\\\\u2028b\\\\u2029c\\\\u0085d');
  }
});
