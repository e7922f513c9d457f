/** Reads the numbers of checks from each runner's report. */

import { z } from "zod";

export interface Count {
  passed: number;
  failed: number;
  /** Each failed check: its name and the first line of its error, where the report has them. */
  failures: string[];
}

export interface Finished {
  code: number;
  output: string;
  /** The JSON report, if the runner wrote one. */
  report: unknown;
}

const NOTHING: Count = { passed: 0, failed: 0, failures: [] };

const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g");
/** Short enough that all failures fit at the end of a log that is cut at its beginning, with the start of a difference. */
const failure = (where: string, why = "") =>
  [
    where,
    why
      .replace(COLOURS, "")
      .trim()
      .split(/\s*\n\s*/, 12)
      .join(" ")
      .slice(0, 600),
  ]
    .filter(Boolean)
    .join(": ");

/**
 * Without an error the whole program is one passed check; otherwise each file with an error is a failed one.
 */
export function countTypes({ code, output }: Finished): Count {
  const errors = [...output.matchAll(/^(\S[^(\n]*)\(\d+,\d+\): error TS.*$/gm)];
  const files = new Set(errors.map(([, file]) => file));
  return { passed: code === 0 ? 1 : 0, failed: files.size, failures: errors.map(([line]) => line) };
}

/** One check for each file that was read. Each failure is a place and a rule. */
export function countLint({ output }: Finished): Count {
  const checked = Number(/Checked (\d+) files?/.exec(output)?.[1] ?? 0);
  const found = [...output.matchAll(/Found (\d+) (?:errors?|warnings?)/g)];
  const failed = found.reduce((total, match) => total + Number(match[1]), 0);
  const failures = [...output.matchAll(/^\S+:\d+:\d+ \w+\/\S+|^\S+ (?:format|assist)\b/gm)].map(
    ([place]) => place,
  );
  return { passed: Math.max(0, checked - failed), failed, failures };
}

/** The crash campaign prints its own counts. */
export function countCampaign({ output }: Finished): Count {
  const [, passed, failed] = /^(\d+) checks passed, (\d+) failed$/m.exec(output) ?? [];
  const failures = [...output.matchAll(/^BROKEN.*$/gm)].map(([line]) => line);
  return { passed: Number(passed ?? 0), failed: Number(failed ?? 0), failures };
}

const VitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(""),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          ancestorTitles: z.array(z.string()).default([]),
          title: z.string().default(""),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

/** The changed lines that the runner printed for a failed test: its report has none. */
function differenceOf(
  output: string,
  { ancestorTitles, title }: { ancestorTitles: string[]; title: string },
): string {
  const heading = [...ancestorTitles, title].join(" > ");
  const start = output.replace(COLOURS, "").indexOf(` > ${heading}\n`);
  if (start < 0) return "";
  const [printed = ""] = output
    .replace(COLOURS, "")
    .slice(start)
    .split(/^ ❯ |^⎯/m, 1);
  return [...printed.matchAll(/^[-+] (?!Expected|Received).*$/gm)].map(([line]) => line).join("\n");
}

/** Without the frames of the stack. */
const sentenceOf = (message = "") => message.split(/\n\s+at /, 1)[0] ?? "";

/** A file that cannot be loaded counts as one more failure. */
export function countVitest({ report, output }: Finished): Count {
  const read = VitestReport.safeParse(report);
  if (!read.success) return NOTHING;
  const { numPassedTests, numFailedTests, testResults } = read.data;
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === "failed" && assertionResults.length === 0,
  );
  const failures = testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "failed")
      .map((test) =>
        failure(test.fullName, `${sentenceOf(test.failureMessages?.[0])}\n${differenceOf(output, test)}`),
      ),
  );
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    failures: [...failures, ...broken.map(({ name, message }) => failure(name, message))],
  };
}

const PlaywrightTest = z.object({
  projectName: z.string(),
  status: z.string(),
  results: z.array(z.object({ error: z.object({ message: z.string().default("") }).optional() })),
});
/** A file, or a `describe` within it. */
const PlaywrightSuite = z.object({
  specs: z
    .array(z.object({ title: z.string(), file: z.string(), tests: z.array(PlaywrightTest) }))
    .default([]),
  get suites() {
    return z.array(PlaywrightSuite).default([]);
  },
});
type PlaywrightSuite = z.infer<typeof PlaywrightSuite>;

const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  errors: z.array(z.object({ message: z.string().default("") })),
  suites: z.array(PlaywrightSuite).default([]),
});

const failuresIn = ({ specs, suites }: PlaywrightSuite): string[] => [
  ...specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ projectName, results }) =>
        failure(`${file}, ${projectName}, ${title}`, results.find(({ error }) => error)?.error?.message),
      ),
  ),
  ...suites.flatMap(failuresIn),
];

export function countPlaywright({ report }: Finished): Count {
  const read = PlaywrightReport.safeParse(report);
  if (!read.success) return NOTHING;
  const { stats, errors, suites } = read.data;
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    failures: [...suites.flatMap(failuresIn), ...errors.map(({ message }) => failure(message))],
  };
}
