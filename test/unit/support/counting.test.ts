/** The test command's own arithmetic: a failure must never be counted away. */

import { describe, expect, it } from "vitest";
import {
  countCampaign,
  countLint,
  countPlaywright,
  countTypes,
  countVitest,
} from "../../support/counting.ts";

const said = (output: string, code = 1) => ({ code, output, report: null });
const reported = (report: unknown) => ({ code: 1, output: "", report });

describe("counting checks", () => {
  it("counts a file with type errors once", () => {
    const output = "a.ts(1,2): error TS1: x\na.ts(3,2): error TS2: y\nb.ts(1,1): error TS1: z\n";
    expect(countTypes(said(output))).toEqual({ passed: 0, failed: 2 });
    expect(countTypes(said("", 0))).toEqual({ passed: 1, failed: 0 });
  });

  it("takes what is wrong from the files that were looked at", () => {
    const output = "Checked 40 files in 1s. No fixes applied.\nFound 2 errors.\nFound 1 warning.\n";
    expect(countLint(said(output))).toEqual({ passed: 37, failed: 3 });
  });

  it("takes the crash campaign at its word, and a campaign without one for nothing", () => {
    expect(countCampaign(said("kept   all\n8 checks passed, 1 failed\n"))).toEqual({ passed: 8, failed: 1 });
    expect(countCampaign(said("npm start ended"))).toEqual({ passed: 0, failed: 0 });
  });

  it("counts a test file that cannot be loaded", () => {
    const report = {
      numPassedTests: 3,
      numFailedTests: 1,
      testResults: [
        { status: "failed", assertionResults: [] },
        { status: "failed", assertionResults: [{}] },
      ],
    };
    expect(countVitest(reported(report))).toEqual({ passed: 3, failed: 2 });
  });

  it("counts flaky journeys and errors outside of them as failures", () => {
    const report = { stats: { expected: 4, unexpected: 1, flaky: 1 }, errors: [{}] };
    expect(countPlaywright(reported(report))).toEqual({ passed: 4, failed: 3 });
  });

  it("finds nothing in a report that is not there", () => {
    expect(countVitest(reported(null))).toEqual({ passed: 0, failed: 0 });
    expect(countPlaywright(reported({}))).toEqual({ passed: 0, failed: 0 });
  });
});
