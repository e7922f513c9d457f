/** The dashboard and the alerts use the metrics of `/v0/metrics`. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { exposition } from "../../../../worker/observability/exposition.ts";
import { families } from "../../../../worker/observability/families.ts";
import { CallCounter } from "../../../../worker/observability/requests.ts";
import { parsePrometheus } from "../../../support/prometheus.ts";

const textOf = (file: string): string =>
  readFileSync(new URL(`../../../../worker/${file}`, import.meta.url), "utf8");

const facts = { version: "1", accounts: 0, maxAccounts: 0, waiting: 0, emailsQueued: 0, jobsRanAt: null };
const calls = new CallCounter();
calls.note(503, 1);
const read = parsePrometheus(exposition(families([], [], [calls.point("/v0/a", "GET")], facts)));
const labels = new Map<string, Set<string>>();
for (const { samples } of read.values()) {
  for (const { name, labels: has } of samples) {
    labels.set(name, new Set([...(labels.get(name) ?? []), ...Object.keys(has)]));
  }
}
const NAME = /\bswitchyard_\w+/g;

interface Dashboard {
  panels: { title: string; datasource: { uid: string }; targets: { expr: string; legendFormat: string }[] }[];
  templating: { list: { name: string; type: string; query: string }[] };
}
const dashboard = JSON.parse(textOf("grafana-dashboard.json")) as Dashboard;
const targets = dashboard.panels.flatMap(({ title, targets: of }) =>
  of.map((target) => ({ title, ...target })),
);

test("the dashboard works with any Prometheus data source", () => {
  expect(dashboard.templating.list).toMatchObject([
    { name: "datasource", type: "datasource", query: "prometheus" },
  ]);
  const sources = new Set(dashboard.panels.map(({ datasource }) => datasource.uid));
  expect([...sources]).toEqual([expect.stringMatching(/^\$\{datasource\}$/)]);
});

test.each(targets)("$title: $expr uses existing metrics and labels", ({ expr, legendFormat }) => {
  const names = expr.match(NAME) ?? [];
  expect(names.filter((name) => !labels.has(name))).toEqual([]);
  expect(names.length).toBeGreaterThan(0);
  const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = ""]) => label);
  const by = [...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, list = ""]) => list.split(", "));
  expect(by).toEqual(expect.arrayContaining(shown));
  for (const label of by) expect(names.every((name) => labels.get(name)?.has(label))).toBe(true);
});

test("the dashboard shows every metric", () => {
  const shown = new Set(JSON.stringify(dashboard).match(NAME));
  const family = (name: string) => [name, `${name}_bucket`];
  expect([...read.keys()].filter((name) => !family(name).some((each) => shown.has(each)))).toEqual([]);
});

test("the five alerts use existing metrics, and each has a remedy", () => {
  const [, section = ""] = textOf("OPERATING.md").split("\n## Alerts\n");
  const rows = (section.split("\n## ")[0] ?? "").split("\n").filter((line) => line.startsWith("| "));
  const alerts = rows.slice(1).map((line) => line.split(" | "));
  expect(alerts).toHaveLength(5);
  for (const [, query = "", todo = ""] of alerts) {
    expect((query.match(NAME) ?? []).filter((name) => !labels.has(name))).toEqual([]);
    expect(todo.length).toBeGreaterThan(20);
  }
});
