/** The layers of the test command: how each is run, and how its checks are counted. */

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inRoot, root } from "../../worker/local/paths.ts";
import {
  type Count,
  countCampaign,
  countLint,
  countPlaywright,
  countTypes,
  countVitest,
  type Finished,
} from "./counting.ts";

export type { Count } from "./counting.ts";

export const LAYERS = [
  "types",
  "lint",
  "architecture",
  "core",
  "workerd",
  "web",
  "integration",
  "firmware",
  "browser",
  "crash",
] as const;
export type Layer = (typeof LAYERS)[number];

export interface LayerResult extends Count {
  output: string;
  seconds: number;
  /** Of the processor, with all processes that the layer started and waited for. */
  processorSeconds: number;
}

/**
 * A layer that prints nothing for longer hangs: each test prints a sign when it ends. How long a layer takes says more
 * about the machine. Ten minutes of races are the slow part of `workerd`.
 */
const silenceMs = () => (process.env.TEST_ALL === undefined ? 10 : 20) * 60_000;

interface Runner {
  /** Path in node_modules; null where the arguments name the script. */
  script: string | null;
  args: string[];
  /** Processes that share the files of the layer, where one would use one core only. */
  shards?: number;
  env?: (report: string) => NodeJS.ProcessEnv;
  count(finished: Finished): Count;
}

const vitest = (project: Layer, ...more: string[]): Runner => ({
  script: "vitest/vitest.mjs",
  args: [
    "run",
    "--config",
    "test/vitest.config.ts",
    "--project",
    project,
    "--reporter=dot",
    "--reporter=json",
    // Where a package is missing, a layer may have no test that can run.
    "--passWithNoTests",
    ...more,
  ],
  count: countVitest,
});

const SHARED_MEMORY = "/dev/shm";
/** Bytes. Containers often have 64 MB there. */
const ENOUGH = 2 * 1024 ** 3;

/** The databases of a thousand short-lived objects wait for the disk more than they compute: they live in memory. */
function inMemory(): NodeJS.ProcessEnv {
  if (!existsSync(SHARED_MEMORY)) return {};
  const { bavail, bsize } = statfsSync(SHARED_MEMORY);
  return bavail * bsize >= ENOUGH ? { TMPDIR: SHARED_MEMORY } : {};
}

const RUNNERS: Record<Layer, Runner> = {
  types: {
    script: "typescript/bin/tsc",
    // One checker and few collections of garbage halve the processor time; the lanes use the other cores.
    args: ["-b", "--pretty", "false", "--checkers", "1", "--builders", "1"],
    env: () => ({ GOGC: "400" }),
    count: countTypes,
  },
  lint: {
    script: "@biomejs/biome/bin/biome",
    args: ["check", "--error-on-warnings", "--colors=off"],
    count: countLint,
  },
  architecture: vitest("architecture"),
  // code from Node's compile cache is counted less precisely
  core: { ...vitest("core", "--coverage"), env: () => ({ NODE_DISABLE_COMPILE_CACHE: "1" }) },
  workerd: { ...vitest("workerd"), shards: 2, env: () => inMemory() },
  web: vitest("web", "--project", "web-values"),
  integration: vitest("integration"),
  firmware: vitest("firmware"),
  browser: {
    script: "@playwright/test/cli.js",
    args: [
      "test",
      "--config",
      "test/e2e/playwright.config.ts",
      "--reporter=line,json",
      "--pass-with-no-tests",
    ],
    env: (report) => ({ PLAYWRIGHT_JSON_OUTPUT_FILE: report }),
    count: countPlaywright,
  },
  crash: { script: null, args: [inRoot("worker/local/run.mjs"), "test/crash/main.ts"], count: countCampaign },
};

function run(runner: Runner, report: string, shard: string[]): Promise<Finished> {
  const reportTo = runner.count === countVitest ? [`--outputFile.json=${report}`] : [];
  const child = spawn(
    process.execPath,
    [
      ...(runner.script === null ? [] : [inRoot("node_modules", runner.script)]),
      ...runner.args,
      ...shard,
      ...reportTo,
    ],
    {
      cwd: root,
      env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined, ...runner.env?.(report) },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let output = "";
  const silence = setTimeout(() => {
    output += `\nStopped: it printed nothing for ${silenceMs() / 60_000} minutes.`;
    child.kill("SIGTERM");
    setTimeout(() => child.kill("SIGKILL"), 10_000).unref();
  }, silenceMs());
  const take = (chunk: Buffer) => {
    output += chunk.toString("utf8");
    silence.refresh();
  };
  child.stdout.on("data", take);
  child.stderr.on("data", take);
  return new Promise((resolve) => {
    const finish = (code: number) => {
      clearTimeout(silence);
      const json = existsSync(report) ? readFileSync(report, "utf8") : null;
      resolve({ code, output, report: json === null ? null : (JSON.parse(json) as unknown) });
    };
    child.once("error", (error) => {
      output += error.message;
      finish(1);
    });
    child.once("close", (code) => finish(code ?? 1));
  });
}

let countedSeconds = 0;

/** Processor time of the children that ended since the last call, on Linux; elsewhere 0. */
function endedChildrenSeconds(): number {
  const stat = "/proc/self/stat";
  if (!existsSync(stat)) return 0;
  // Fields 16 and 17 of proc_pid_stat(5), in hundredths; the second may contain spaces.
  const fields = readFileSync(stat, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  const seconds = (Number(fields[13]) + Number(fields[14])) / 100;
  const since = seconds - countedSeconds;
  countedSeconds = seconds;
  return since;
}

/** What a runner printed last: it crashed, or the coverage is too low. The end of a long log may be all that is kept. */
const lastLines = (output: string) =>
  `it failed without a failed check:\n${output.trim().split("\n").slice(-20).join("\n")}`;

/** A runner that fails without a failed check counts as one failure. */
function countOf(runner: Runner, finished: Finished): Count {
  const count = runner.count(finished);
  const failed = finished.code !== 0 && count.failed === 0 ? 1 : count.failed;
  const failures = failed > 0 && count.failures.length === 0 ? [lastLines(finished.output)] : count.failures;
  return { passed: count.passed, failed, failures };
}

export async function runLayer(layer: Layer): Promise<LayerResult> {
  const begun = performance.now();
  // The build of the page is no layer's.
  endedChildrenSeconds();
  const folder = mkdtempSync(join(tmpdir(), "switchyard-report-"));
  try {
    const runner = RUNNERS[layer];
    const { shards = 1 } = runner;
    const numbers = Array.from({ length: shards }, (_, index) => index + 1);
    const finished = await Promise.all(
      numbers.map((n) =>
        run(runner, join(folder, `report-${n}.json`), shards > 1 ? [`--shard=${n}/${shards}`] : []),
      ),
    );
    const counts = finished.map((each) => countOf(runner, each));
    const sum = (of: "passed" | "failed") => counts.reduce((total, count) => total + count[of], 0);
    return {
      passed: sum("passed"),
      failed: sum("failed"),
      failures: counts.flatMap(({ failures }) => failures),
      output: finished.map(({ output }) => output.trim()).join("\n"),
      processorSeconds: endedChildrenSeconds(),
      seconds: (performance.now() - begun) / 1000,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
