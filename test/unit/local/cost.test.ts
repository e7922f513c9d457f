import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { report, roughly, workloadOf } from "../../bench/cost/main.ts";
import * as model from "../../bench/cost/model.ts";

const IDLE: model.Workload = { ...model.DEFAULTS, "connects-a-day": 0, "visits-a-day": 0 };
const BUSY: model.Workload = { ...IDLE, devices: 1000, accounts: 10, keepalive: 0, publishes: 1e9 };
const homes = (accounts: number) => workloadOf(["scale", "--accounts", String(accounts)]);
const amounts = (workload: model.Workload) =>
  new Map(model.billOf(workload).map(({ what, amount }) => [what, amount]));

test("pings cost an alarm an account for each keep alive, for any number of devices", () => {
  expect(model.operationsOf(IDLE)).toMatchObject({ ping: 43.2e9, watch: 1000 * 43_200, publishQos0: 0 });
  expect(model.operationsOf({ ...IDLE, accounts: 1e6 }).watch).toBe(1e6 * 43_200);
  expect(model.operationsOf({ ...IDLE, keepalive: 0 })).toMatchObject({ ping: 0, watch: 0 });
});

test("counts connections, events and values by day and device", () => {
  const busy = { ...IDLE, devices: 10, "connects-a-day": 2, "events-a-day": 20, values: 100 };
  const counts = { connectDevice: 600, disconnectDevice: 600, deviceEvent: 6000, sample: 30_000 };
  expect(model.operationsOf(busy)).toMatchObject(counts);
  expect(model.operationsOf({ ...busy, publishes: 1 }).connectCredential).toBe(1000 * 60);
});

test("bills amounts above the included ones, at their prices", () => {
  const dollars = new Map(model.billOf(IDLE).map((line) => [line.what, line.dollars]));
  // 43.2e9 / 20 + 43.2e6, less the included million
  expect(dollars.get("requests")).toBeCloseTo(((2160 + 43.2 - 1) * 15) / 100, 6);
  expect(dollars.get("rows written by brokers")).toBe(0);
  expect(model.dollarsOf(model.billOf({ ...BUSY, publishes: 0 }))).toBe(5);
  expect(model.elsewhere(IDLE).aws).toBeCloseTo(43_200 * 0.08, 6);
  expect(model.elsewhere({ ...BUSY, devices: 0 }).aws).toBeCloseTo(1000 + 800, 6);
  expect(model.elsewhere({ ...BUSY, publishes: 0 }).emqx).toBeCloseTo(42.2 * 2, 6);
  expect(model.metricsLine({ ...IDLE, "connects-a-day": 1 })).toMatchObject({ amount: 60e6, dollars: 12.5 });
  expect(model.metricsLine(BUSY).amount).toBe(10 * 30 * 24 * 60);
});

test.each<[keyof model.Workload, string[]]>([
  ["connects-a-day", ["requests", "rows written by brokers", "bytes kept by brokers", "log lines"]],
  ["events-a-day", ["requests", "rows written by brokers", "bytes kept by brokers"]],
  ["visits-a-day", ["requests to the Worker", "rows read in D1", "rows written in D1"]],
])("%s adds to its lines of the bill", (option, lines) => {
  const [before, after] = [amounts(IDLE), amounts({ ...IDLE, [option]: 1 })];
  for (const what of lines) expect(after.get(what), what).toBeGreaterThan(before.get(what) ?? Infinity);
});

test("all accounts share the platform's limits, and devices those of an object", () => {
  const [small, large] = [model.loadsOf(homes(100_000)), model.loadsOf(homes(1_000_000))];
  for (const [at, { what, shared, used }] of small.entries()) {
    const times = (large[at]?.used ?? 0) / used;
    // the number of users is counted at each visit, so D1 has more work for each account
    if (what === "D1, one thread") expect(times).toBeGreaterThan(10);
    else expect(times, what).toBeCloseTo(shared ? 10 : 1, 6);
  }
});

test("a limit is reached at the given load", () => {
  for (const { what, shared, endsAt } of model.loadsOf(homes(1000))) {
    if (endsAt === null || shared) continue;
    const full = model.loadsOf({ ...homes(1000), devices: endsAt * 1000 }).find((load) => load.what === what);
    expect(full?.used, what).toBeCloseTo(1, 2);
  }
  const crowd = model.loadsOf({ ...homes(1), devices: 40_000 });
  expect(model.firstToEnd(crowd)).toMatchObject({ what: "object, sockets", shared: false });
  const empty = model.loadsOf({ ...homes(1000), devices: 0 });
  expect(empty.filter(({ shared, endsAt }) => !shared && endsAt !== null)).toEqual([]);
});

test("options are numbers; an unknown one is named with the valid ones", () => {
  expect(workloadOf(["bill", "--devices", "5", "--keepalive", "30"])).toMatchObject({
    devices: 5,
    keepalive: 30,
  });
  expect(homes(7)).toMatchObject({ accounts: 7, devices: 70 });
  for (const text of ["many", "-1", "", "Infinity"]) {
    const wrong = `--devices must be a number from 0, not "${text}"`;
    expect(() => workloadOf(["bill", `--devices=${text}`])).toThrow(wrong);
  }
  expect(() => workloadOf(["scale", "--accounts", "0"])).toThrow("--accounts must be a number from 1");
  expect(() => workloadOf(["bill", "--qos", "2"])).toThrow("--qos must be a number from 0 to 1");
  expect(() => workloadOf(["bill", "--speed", "2"])).toThrow("--readers");
});

test("watches that switch all day leave an account more than half of its rows", () => {
  const { rows, part } = model.mostActed();
  expect(rows).toBeGreaterThan(0);
  expect(part).toBeLessThan(0.5);
  const text = `${rows.toLocaleString("en-US")} rows`;
  expect(report("bill", IDLE)).toContain(text);
  expect(page).toContain(`are ${text} a day, ${roughly(part * 100)} % of`);
});

test("both commands print each line, and scale each limit", () => {
  const [bill, scale] = [report("bill", IDLE), report("scale", IDLE)];
  for (const { what } of model.billOf(IDLE)) expect(bill).toContain(what);
  for (const { what } of model.loadsOf(IDLE)) expect(scale).toContain(what);
  expect(bill).toMatch(/together.*\nthe same on AWS IoT Core .*\nthe same on EMQX/);
});

const page = readFileSync(new URL("../../bench/COST.md", import.meta.url), "utf8");
const table = (heading: string): string[] => {
  const [, section = ""] = page.split(`\n## ${heading}\n`);
  return (/\n((?:\|.*\n)+)/.exec(section)?.[1] ?? "").trim().split("\n").slice(2);
};

test("COST.md has the table of costs that the command prints", () => {
  const busy = { accounts: 10, devices: 1000, keepalive: 0, publishes: 1e9 };
  const cells = [{}, { accounts: 10_000 }, { accounts: 1_000_000 }, busy].map((changes) => {
    const workload = { ...model.DEFAULTS, ...changes };
    const { aws, emqx } = model.elsewhere(workload);
    const dollars = [model.dollarsOf(model.billOf(workload)), aws, emqx].map(Math.round);
    return dollars.map((value) => `$${value.toLocaleString("en-US")}`).join(" | ");
  });
  expect(table("What it costs").map((row) => row.split(" | ").slice(1).join(" | "))).toEqual(
    cells.map((row) => `${row} |`),
  );
});

test("COST.md has the table of limits that the command prints", () => {
  const rows = [1000, 100_000, 10_000_000].map((accounts) => {
    const loads = model.loadsOf(homes(accounts));
    const used = (load: model.Load | undefined) => `${roughly((load?.used ?? 0) * 100)} %`;
    const first = model.firstToEnd(loads);
    return `| ${[
      accounts.toLocaleString("en-US"),
      ...loads.filter(({ shared }) => shared).map(used),
      used(model.firstToEnd(loads.filter(({ shared }) => !shared))),
      `${first.what}, at ${roughly(first.endsAt ?? 0)}`,
      `$${roughly(model.dollarsOf(model.billOf(homes(accounts))))}`,
    ].join(" | ")} |`;
  });
  expect(table("Where it ends")).toEqual(rows);
});
