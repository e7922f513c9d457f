import { expect, test } from "vitest";
import {
  type AccountMetrics,
  MAX_METRIC_LINES,
  MAX_METRIC_ROWS,
} from "../../../../broker/contract/telemetry.ts";
import { exposition, openMetrics, prefersOpenMetrics } from "../../../../worker/observability/exposition.ts";
import { accountFamilies } from "../../../../worker/observability/families.ts";
import { parsePrometheus } from "../../../support/prometheus.ts";

const NAME = 'Bed "north" \\ 1\nb';
const METRICS: AccountMetrics = {
  at: 10_000,
  devices: [{ id: "d", name: NAME, connected: true, on: false }],
  values: [
    { source: { device: "d", name: NAME }, key: "temp_c", unit: "°C", value: 21.5, at: 8_750 },
    { source: { channel: "c", topic: "tank" }, key: "level", unit: null, value: 1e-7, at: 11_000 },
  ],
  leftOut: 0,
};

test("both formats list each device and value with escaped labels", () => {
  const families = accountFamilies(METRICS);
  const device = String.raw`device="Bed \"north\" \\ 1\nb",device_id="d"`;
  const text = exposition(families);
  expect(text.split("\n").filter((line) => !line.startsWith("#"))).toEqual([
    `switchyard_device_connected{${device}} 1`,
    `switchyard_device_on{${device}} 0`,
    `switchyard_value{${device},key="temp_c",unit="°C"} 21.5`,
    'switchyard_value{channel="tank",channel_id="c",key="level",unit=""} 1e-7',
    `switchyard_value_age_seconds{${device},key="temp_c",unit="°C"} 1.25`,
    'switchyard_value_age_seconds{channel="tank",channel_id="c",key="level",unit=""} 0',
    "",
  ]);
  expect(openMetrics(families)).toBe(`${text}# EOF\n`);
  expect(parsePrometheus(text).size).toBe(4);
});

test("only OpenMetrics escapes quotes in a help text", () => {
  const gauge = { name: "x", type: "gauge", help: 'a "b" \\ \nc', samples: [] } as const;
  expect(exposition([gauge])).toContain(String.raw`# HELP switchyard_x a "b" \\ \nc`);
  expect(openMetrics([gauge])).toContain(String.raw`# HELP switchyard_x a \"b\" \\ \nc`);
});

test("a full response has at most 2,000 lines, and counts the omitted ones", () => {
  const [value] = METRICS.values;
  const values = Array.from({ length: MAX_METRIC_ROWS - 1 }, () => value as NonNullable<typeof value>);
  const text = openMetrics(accountFamilies({ ...METRICS, values, leftOut: 7 }));
  const lines = text.trimEnd().split("\n");
  expect(lines.length).toBeLessThanOrEqual(MAX_METRIC_LINES);
  expect(lines.length).toBeGreaterThan(MAX_METRIC_LINES - 3);
  expect(text).toMatch(/^# HELP .*7 devices and values are left out: an answer has at most 2000 lines\.$/m);
});

test.each([
  [null, false],
  ["", false],
  ["*/*", false],
  ["text/plain", false],
  ["application/json", false],
  ["text/html,application/xhtml+xml,*/*;q=0.8", false],
  ["application/openmetrics-text", true],
  ["application/openmetrics-text; version=1.0.0; charset=utf-8", true],
  ['Application/OpenMetrics-Text; version="1.0.0"', true],
  ["application/openmetrics-text;version=0.0.1", false],
  ["application/openmetrics-text;q=0, */*", false],
  ["application/openmetrics-text;q=x, text/plain;q=0.1", false],
  ["application/openmetrics-text;q=0.5,text/plain;q=0.6", false],
  ["application/*, text/plain;q=0.9", true],
  ["text/plain;q=0.1, */*;q=0.9", true],
  // Prometheus 2.42, and 3
  [
    "application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1",
    true,
  ],
  [
    "application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.5,application/openmetrics-text;version=0.0.1;q=0.4,text/plain;version=1.0.0;escaping=allow-utf-8;q=0.3,text/plain;version=0.0.4;q=0.2,*/*;q=0.1",
    true,
  ],
  ["text/plain;version=0.0.4;q=1,*/*;q=0.1", false],
])("Accept %j selects OpenMetrics: %s", (accept, wants) => {
  expect(prefersOpenMetrics(accept)).toBe(wants);
});
