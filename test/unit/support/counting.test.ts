/** The test command's own counts: a failure must never be lost. */

import { describe, expect, it } from "vitest";
import {
  countCampaign,
  countLint,
  countPlaywright,
  countTypes,
  countVitest,
} from "../../support/counting.ts";

const NOTHING = { passed: 0, failed: 0, failures: [] };
const said = (output: string, code = 1) => ({ code, output, report: null });
const reported = (report: unknown) => ({ code: 1, output: "", report });

describe("counting checks", () => {
  it("counts a file with type errors once", () => {
    const output = "a.ts(1,2): error TS1: x\na.ts(3,2): error TS2: y\nb.ts(1,1): error TS1: z\n";
    expect(countTypes(said(output))).toEqual({ passed: 0, failed: 2, failures: output.trim().split("\n") });
    expect(countTypes(said("", 0))).toEqual({ passed: 1, failed: 0, failures: [] });
  });

  it("takes failures from the checked files", () => {
    const places = ["test/a.ts:1:1 lint/style/useConst", "web/b.css format"];
    const printed = places.map((place) => `${place}  FIXABLE  ━━━━\n\n  ! This let\n`).join("\n");
    const output = `${printed}Checked 40 files in 1s. No fixes applied.\nFound 2 errors.\nFound 1 warning.\n`;
    expect(countLint(said(output))).toEqual({ passed: 37, failed: 3, failures: places });
  });

  it("uses the crash campaign's own counts, and none without them", () => {
    const output = "kept   all\nBROKEN nothing came twice\n8 checks passed, 1 failed\n";
    expect(countCampaign(said(output))).toEqual({
      passed: 8,
      failed: 1,
      failures: ["BROKEN nothing came twice"],
    });
    expect(countCampaign(said("npm start ended"))).toEqual(NOTHING);
  });

  it("counts and names a failed test, and a test file that cannot be loaded", () => {
    const why = "\u001b[31mAssertionError\u001b[39m: expected 1 to be 2\n    at x.test.ts:3:4";
    const output =
      " FAIL  |core| z.test.ts > z > is two\nAssertionError: expected 1 to be 2\n\n- Expected\n+ Received\n\n- 2\n+ 1\n\n ❯ z.test.ts:1:1\n- 3\n";
    const report = {
      numPassedTests: 3,
      numFailedTests: 1,
      testResults: [
        { name: "x.test.ts", status: "failed", message: "Cannot find y", assertionResults: [] },
        {
          name: "z.test.ts",
          status: "failed",
          assertionResults: [
            {
              fullName: "z is two",
              ancestorTitles: ["z"],
              title: "is two",
              status: "failed",
              failureMessages: [why],
            },
            { fullName: "z is one", status: "passed", failureMessages: [] },
          ],
        },
      ],
    };
    expect(countVitest({ ...reported(report), output })).toEqual({
      passed: 3,
      failed: 2,
      failures: ["z is two: AssertionError: expected 1 to be 2 - 2 + 1", "x.test.ts: Cannot find y"],
    });
  });

  it("counts and names flaky journeys and errors outside of them as failures", () => {
    const ran = (title: string, status: string, message?: string) => ({
      title,
      file: "a.test.ts",
      tests: [
        {
          projectName: "wide",
          status,
          results: [{ error: message === undefined ? undefined : { message } }],
        },
      ],
    });
    const report = {
      stats: { expected: 4, unexpected: 1, flaky: 1 },
      errors: [{ message: "no browser" }],
      suites: [
        { specs: [ran("it works", "expected"), ran("it fails", "unexpected", "Timeout")], suites: [] },
        { suites: [{ specs: [ran("it wavers", "flaky")] }] },
      ],
    };
    expect(countPlaywright(reported(report))).toEqual({
      passed: 4,
      failed: 3,
      failures: ["a.test.ts, wide, it fails: Timeout", "a.test.ts, wide, it wavers", "no browser"],
    });
  });

  it("returns zero without a report", () => {
    expect(countVitest(reported(null))).toEqual(NOTHING);
    expect(countPlaywright(reported({}))).toEqual(NOTHING);
  });
});
