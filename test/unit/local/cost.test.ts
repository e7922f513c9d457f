import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  awsIot,
  cloudflare,
  emqx,
  metering,
  operationsOf,
  sum,
} from "../../../worker/local/cost/estimate.ts";
import { DEFAULTS, type Workload } from "../../../worker/local/cost/workload.ts";
import { costOf, facts, report } from "../../../worker/local/cost.ts";

const IDLE: Workload = {
  devices: 1_000_000,
  accounts: 1000,
  keepAlive: 60,
  connects: 0,
  events: 0,
  values: 0,
  visits: 0,
  publishes: 0,
  qos: 0,
  readers: 1,
  payload: 64,
};
const SPEAKING: Workload = { ...IDLE, devices: 1000, accounts: 10, keepAlive: 0, publishes: 1e9 };

describe("the month's bill", () => {
  test("counts pings, and one alarm an account for each half keep alive", () => {
    expect(operationsOf(IDLE)).toMatchObject({ ping: 43.2e9, watch: 1000 * 86_400, publishQos0: 0 });
    // alone, a device is looked for once a ping
    expect(operationsOf({ ...IDLE, accounts: 1e6 }).watch).toBe(1e6 * 43_200);
    expect(operationsOf({ ...IDLE, keepAlive: 0 })).toMatchObject({ ping: 0, watch: 0 });
  });

  test("is worked out line by line", () => {
    const lines = cloudflare(IDLE);
    const line = (what: string) => lines.find((each) => each.what.startsWith(what));
    // 43.2e9 / 20 + 86.4e6, less the million that is included
    expect(line("requests")?.dollars).toBeCloseTo(((2160 + 86.4 - 1) * 15) / 100, 6);
    expect(line("rows written by")?.dollars).toBeCloseTo(86.4 - 50, 6);
    expect(sum(lines)).toBeCloseTo(
      lines.reduce((total, each) => total + each.dollars, 0),
      6,
    );
  });

  test("a billion messages at QoS 0 to one reader each cost less than $20", () => {
    expect(sum(cloudflare(SPEAKING))).toBeLessThan(20);
  });

  test("counts comings and goings, events and values a day and device", () => {
    const busy = { ...IDLE, devices: 10, connects: 2, events: 20, values: 100 };
    const expected = { connectDevice: 600, disconnectDevice: 600, deviceEvent: 6000, sample: 30_000 };
    expect(operationsOf(busy)).toMatchObject(expected);
    // the one reader of each account comes and goes alike
    expect(operationsOf({ ...busy, publishes: 1 }).connectCredential).toBe(1000 * 60);
  });

  test("has lines for connecting, events, what people do, and what is kept", () => {
    const of = (workload: Workload) =>
      new Map(cloudflare(workload).map(({ what, amount }) => [what, amount]));
    const idle = of(IDLE);
    const grows = (more: Partial<Workload>) =>
      [...of({ ...IDLE, ...more })]
        .filter(([what, amount]) => amount > (idle.get(what) ?? 0))
        .map(([what]) => what);
    expect(grows({ connects: 1 })).toEqual([
      "requests (20 incoming frames are one)",
      "GB-seconds",
      "rows written by brokers",
      "bytes kept by brokers",
      "requests to the Worker",
      "milliseconds of its processor",
      "lines of the log",
    ]);
    expect(grows({ events: 1 })).toContain("bytes kept by brokers");
    expect(grows({ visits: 1 })).toEqual(expect.arrayContaining(["rows read in D1", "rows written in D1"]));
    expect(grows({ accounts: 2000 })).toEqual(
      expect.arrayContaining(["bytes kept by brokers", "bytes kept in D1"]),
    );
  });

  test("a billion bytes beyond what is included cost their price", () => {
    const [five, six] = [5, 6].map((times) =>
      cloudflare({ ...IDLE, devices: times * 1e9, keepAlive: 0 }).at(-1),
    );
    if (!five || !six) throw new Error("no line");
    const gigabytes = (six.amount - five.amount) / 1e9;
    expect(six.dollars - five.dollars).toBeCloseTo(gigabytes * 0.75, 6);
  });

  test("nothing costs the plan alone", () => {
    expect(sum(cloudflare({ ...SPEAKING, publishes: 0 }))).toBe(5);
  });

  test("elsewhere it is what their price lists say", () => {
    expect(awsIot(IDLE)).toBeCloseTo(43_200 * 0.08, 6);
    expect(awsIot({ ...SPEAKING, devices: 0 })).toBeCloseTo(1000 + 800, 6);
    expect(emqx({ ...SPEAKING, publishes: 0 })).toBeCloseTo(42.2 * 2, 6);
  });
});

describe("npm run cost", () => {
  test("reads numbers, and says which one is none", () => {
    const { workload } = costOf(["--devices", "5", "--keepalive", "30", "--connects-a-day", "2"]);
    expect(workload).toMatchObject({ devices: 5, keepAlive: 30, connects: 2, accounts: 1000 });
    for (const wrong of ["many", "-1", "", "Infinity"]) {
      expect(() => costOf([`--devices=${wrong}`])).toThrow(
        `--devices must be a number, zero or more, not "${wrong}"`,
      );
    }
    expect(() => costOf(["--accounts", "0"])).toThrow("--accounts must be a number, one or more");
    expect(() => costOf(["--qos", "2"])).toThrow("--qos must be 0 or 1");
    expect(() => costOf(["--speed", "2"])).toThrow("--readers");
  });

  test("prints every line, the sum and the others", () => {
    const text = report(IDLE);
    for (const word of ["requests", "GB-seconds", "rows written", "together", "AWS IoT Core", "EMQX"])
      expect(text).toContain(word);
  });

  test("says what counting costs on top, and adds it to nothing", () => {
    expect(metering(IDLE)).toMatchObject({ amount: 0, dollars: 0 });
    expect(metering({ ...IDLE, connects: 1 })).toMatchObject({ amount: 60e6, dollars: 12.5 });
    // busy all month, an account tells once a minute
    expect(metering(SPEAKING).amount).toBe(10 * 30 * 24 * 60);
    expect(report(IDLE)).toMatch(/together .*\nmetrics, where they are deployed +0 +\$0\.00\n/);
  });

  test("says how values are counted, where there are any", () => {
    expect(report(IDLE)).not.toContain("Values");
    expect(report({ ...IDLE, values: 10 })).toContain("Values are counted as those of ten series");
  });

  test("says the same to programs", () => {
    expect(costOf(["--json"]).json).toBe(true);
    expect(facts(IDLE)).toMatchObject({ workload: IDLE, together: sum(cloudflare(IDLE)) });
  });
});

test("the table of the README is what the command says", () => {
  const speaking = { accounts: 10, devices: 1000, keepAlive: 0, publishes: 1e9 };
  const workloads: Partial<Workload>[] = [{}, { accounts: 10_000 }, { accounts: 1_000_000 }, speaking];
  const dollars = (value: number): string => `$${Math.round(value).toLocaleString("en-US")}`;
  const cells = workloads.map((more) => {
    const workload = { ...DEFAULTS, ...more };
    return [sum(cloudflare(workload)), awsIot(workload), emqx(workload)].map(dollars);
  });
  const readme = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");
  const [, section = ""] = readme.split("\n## What it costs\n");
  const [, table = ""] = /\n((?:\|.*\n)+)/.exec(section) ?? [];
  const rows = table.trim().split("\n").slice(2);
  expect(
    rows.map((row) =>
      row
        .split("|")
        .slice(2, -1)
        .map((cell) => cell.trim()),
    ),
  ).toEqual(cells);
});
