/** What each runner's report says, as numbers. Values in, values out. */

import { z } from "zod";

export interface Count {
  passed: number;
  failed: number;
}

export interface Finished {
  code: number;
  output: string;
  /** The report that the runner wrote as JSON, if it did. */
  report: unknown;
}

const NOTHING: Count = { passed: 0, failed: 0 };

/** Without an error the whole program is one check that passed; otherwise each file with an error is one that failed. */
export function countTypes({ code, output }: Finished): Count {
  const files = new Set([...output.matchAll(/^(\S[^(\n]*)\(\d+,\d+\): error TS/gm)].map((match) => match[1]));
  return { passed: code === 0 ? 1 : 0, failed: files.size };
}

/** A check for each file that was looked at. */
export function countLint({ output }: Finished): Count {
  const checked = Number(/Checked (\d+) files?/.exec(output)?.[1] ?? 0);
  const found = [...output.matchAll(/Found (\d+) (?:errors?|warnings?)/g)];
  const failed = found.reduce((total, match) => total + Number(match[1]), 0);
  return { passed: Math.max(0, checked - failed), failed };
}

/** The campaign counts for itself. */
export function countCampaign({ output }: Finished): Count {
  const [, passed, failed] = /^(\d+) checks passed, (\d+) failed$/m.exec(output) ?? [];
  return { passed: Number(passed ?? 0), failed: Number(failed ?? 0) };
}

const VitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});

/** A file that could not even be loaded is one failure more. */
export function countVitest({ report }: Finished): Count {
  const read = VitestReport.safeParse(report);
  if (!read.success) return NOTHING;
  const { numPassedTests, numFailedTests, testResults } = read.data;
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  return { passed: numPassedTests, failed: numFailedTests + broken.length };
}

const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  errors: z.array(z.unknown()),
});

export function countPlaywright({ report }: Finished): Count {
  const read = PlaywrightReport.safeParse(report);
  if (!read.success) return NOTHING;
  const { stats, errors } = read.data;
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
}
