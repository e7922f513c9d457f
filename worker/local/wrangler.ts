import { type ChildProcess, spawn } from "node:child_process";
import { stripVTControlCharacters } from "node:util";
import { inRoot, root } from "./paths.ts";

/** Turns off prompts, telemetry, update checks and logs of wrangler. */
export const quietEnvironment = (stateDirectory: string): NodeJS.ProcessEnv => ({
  ...process.env,
  CI: "true",
  DO_NOT_TRACK: "1",
  NO_COLOR: "1",
  FORCE_COLOR: "0",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_HIDE_BANNER: "true",
  WRANGLER_NO_SKILLS_UPDATE_PROMPTS: "true",
  WRANGLER_SEND_ERROR_REPORTS: "false",
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_WRITE_LOGS: "false",
  // A private registry, so that another product on this machine is not found.
  WRANGLER_REGISTRY_PATH: `${stateDirectory}/registry`,
  // By default every request is traced, which makes the broker ten times slower.
  X_LOCAL_OBSERVABILITY: "false",
  X_LOCAL_EXPLORER: "false",
});

export const spawnWrangler = (args: string[], env: NodeJS.ProcessEnv, stdin: "ignore" | "pipe" = "ignore") =>
  spawn(process.execPath, ["--no-warnings", inRoot("node_modules/wrangler/wrangler-dist/cli.js"), ...args], {
    cwd: root,
    env,
    stdio: [stdin, "pipe", "pipe"],
  });

export interface ExitResult {
  code: number;
  /** Without colours. */
  output: string;
}

export function waitForExit(child: ChildProcess): Promise<ExitResult> {
  let output = "";
  const take = (chunk: Buffer) => {
    output += chunk.toString("utf8");
  };
  child.stdout?.on("data", take);
  child.stderr?.on("data", take);
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ code: 1, output: error.message }));
    child.once("close", (code) => resolve({ code: code ?? 1, output: stripVTControlCharacters(output) }));
  });
}

/** `input` is wrangler's standard input. */
export type Wrangler = (args: string[], input?: string) => Promise<ExitResult>;

/** Runs with the user's login. Never prompts. */
export const runWrangler: Wrangler = (args, input = "") => {
  const child = spawnWrangler(args, process.env, "pipe");
  child.stdin?.end(input);
  return waitForExit(child);
};
