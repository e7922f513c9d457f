import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { cloudflare, sum } from "../../../worker/local/cost/estimate.ts";
import { firstToEnd, type Load, loadsOf } from "../../../worker/local/cost/load.ts";
import { settingsNeeded } from "../../../worker/local/cost/settings.ts";
import type { Workload } from "../../../worker/local/cost/workload.ts";
import { facts, report, roughly, scaleOf } from "../../../worker/local/scale.ts";

const homes = (...args: string[]): Workload => scaleOf(args).workload;
const HOMES = homes("--accounts", "1000");
const NOBODY = homes("--accounts", "1000", "--devices", "0", "--visits-a-day", "0");

function load(workload: Workload, what: string): Load {
  const found = loadsOf(workload).find((each) => each.what === what);
  if (found === undefined) throw new Error(`no ${what}`);
  return found;
}

describe("how much is used", () => {
  test("of what is shared: as much more as there are more accounts", () => {
    const [small, large] = [HOMES, homes("--accounts", "10000")];
    for (const what of ["D1, size", "throttle, calls"]) {
      expect(load(large, what).used / load(small, what).used).toBeCloseTo(10, 6);
      expect((load(large, what).endsAt ?? 0) / (load(small, what).endsAt ?? 0)).toBeCloseTo(1, 2);
    }
  });

  test("of D1's one thread: more than that, for a visitor is told how many there are", () => {
    // for fewer it is what the cron asks that counts, which is the same for all
    const [small, large] = [homes("--accounts", "100000"), homes("--accounts", "10000000")];
    const what = "D1, one thing at a time";
    expect(load(large, what).load).toBeGreaterThan(100 * load(small, what).load);
    expect(load(large, what).endsAt).toBeLessThan(10_000_000);
  });

  test("of an account's object: the same, however many accounts there are", () => {
    const other = homes("--accounts", "10000000");
    for (const { scope, what, used } of loadsOf(HOMES)) {
      if (scope === "account") expect(load(other, what).used).toBeCloseTo(used, 9);
    }
  });

  test("of an account's object: all of it with so many devices", () => {
    for (const { scope, what, endsAt } of loadsOf(HOMES)) {
      if (scope !== "account" || endsAt === null) continue;
      const full = load({ ...HOMES, devices: endsAt * HOMES.accounts }, what);
      expect(full.used).toBeCloseTo(1, 2);
    }
  });

  test("of an account without devices, none that grows with them", () => {
    expect(loadsOf(NOBODY).filter(({ endsAt, scope }) => scope === "account" && endsAt !== null)).toEqual([]);
    expect(load(NOBODY, "throttle, calls").endsAt).toBe(null);
    expect(load(NOBODY, "D1, size").endsAt).toBeGreaterThan(1_000_000);
  });

  test("what is used most ends first, be it shared or an account's own", () => {
    expect(firstToEnd(loadsOf(homes("--accounts", "10000000"))).scope).toBe("shared");
    const crowd = firstToEnd(loadsOf(homes("--accounts", "1", "--devices", "40000")));
    expect(crowd).toMatchObject({ what: "object, sockets", scope: "account" });
    expect(crowd.used).toBeGreaterThan(1);
  });

  test("a limit of our own that is too low is named with what it must be", () => {
    expect(settingsNeeded(HOMES)).toEqual([]);
    expect(settingsNeeded(homes("--accounts", "2000", "--devices", "40000"))).toEqual([
      { name: "MAX_USERS", is: 1000, needs: 2000 },
      { name: "MAX_DEVICES", is: 10, needs: 20 },
    ]);
  });
});

describe("npm run scale", () => {
  test("gives each account as many devices as it may have, where none are named", () => {
    expect(homes("--accounts", "7")).toMatchObject({ accounts: 7, devices: 70 });
    expect(homes("--accounts", "7", "--devices", "3").devices).toBe(3);
  });

  test("says what it does not know, and which options there are", () => {
    expect(() => scaleOf(["--accounts", "0"])).toThrow('--accounts must be a number, one or more, not "0"');
    expect(() => scaleOf(["--values", "some"])).toThrow(
      '--values must be a number, zero or more, not "some"',
    );
    expect(() => scaleOf(["--acounts", "1"])).toThrow("--accounts");
    expect(() => scaleOf(["1000"])).toThrow("--accounts");
  });

  test("prints each thing that ends, the first of them, what to set, and the bill", () => {
    const workload = homes("--accounts", "100000");
    const text = report(workload);
    for (const { what } of [...loadsOf(workload), ...cloudflare(workload)]) expect(text).toContain(what);
    expect(text).toMatch(/^First to end: D1, one thing at a time, at [\d,]+ accounts\.$/m);
    expect(text).toContain("To be set: MAX_USERS 100,000 (is 1,000).");
    expect(report(HOMES)).not.toContain("To be set");
  });

  test("says the same to programs", () => {
    expect(scaleOf(["--json"]).json).toBe(true);
    const said = JSON.parse(JSON.stringify(facts(HOMES)));
    expect(said).toMatchObject({ workload: HOMES, to_be_set: [], together: sum(cloudflare(HOMES)) });
    expect(said.loads).toHaveLength(loadsOf(HOMES).length);
    expect(said.first_to_end).toEqual(JSON.parse(JSON.stringify(firstToEnd(loadsOf(HOMES)))));
  });
});

describe("the table of the README", () => {
  const readme = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");
  const percent = (used: number): string => `${roughly(used * 100)} %`;

  test("is what the command says", () => {
    const rows = [1000, 100_000, 10_000_000].map((accounts) => {
      const workload = homes("--accounts", String(accounts));
      const loads = loadsOf(workload);
      const cells = [
        accounts.toLocaleString("en-US"),
        ...["D1, size", "D1, one thing at a time"].map((what) => percent(load(workload, what).used)),
        percent(firstToEnd(loads.filter(({ scope }) => scope === "account")).used),
        `${firstToEnd(loads).what}, at ${roughly(firstToEnd(loads).endsAt ?? 0)}`,
        `$${roughly(sum(cloudflare(workload)))}`,
      ];
      return `| ${cells.join(" | ")} |`;
    });
    const [, section = ""] = readme.split("\n## Where it ends\n");
    expect(section.split("\n").filter((line) => /^\| [\d,]+ \|/.test(line))).toEqual(rows);
  });
});
