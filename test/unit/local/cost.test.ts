import { describe, expect, test } from "vitest";
import {
  awsIot,
  cloudflare,
  emqx,
  operationsOf,
  sum,
  type Workload,
} from "../../../worker/local/cost/estimate.ts";
import { report, workloadOf } from "../../../worker/local/cost.ts";

const IDLE: Workload = {
  devices: 1_000_000,
  accounts: 1000,
  keepAlive: 60,
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
    expect(workloadOf(["--devices", "5", "--keepalive", "30"])).toMatchObject({ devices: 5, keepAlive: 30 });
    expect(() => workloadOf(["--devices", "many"])).toThrow(
      '--devices must be a number, zero or more, not "many"',
    );
    expect(() => workloadOf(["--qos", "2"])).toThrow("--qos must be 0 or 1");
    expect(() => workloadOf(["--speed", "2"])).toThrow("--readers");
  });

  test("prints every line, the sum and the others", () => {
    const text = report(IDLE);
    for (const word of ["requests", "GB-seconds", "rows written", "together", "AWS IoT Core", "EMQX"])
      expect(text).toContain(word);
  });
});
