import { type ChildProcess, spawn } from "node:child_process";
import { inRoot, root } from "./paths.ts";

/** wrangler asks nothing, tells nobody and fetches nothing; what happens here stays here. */
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
  // A registry of its own: a second product on this machine is none of this one's business.
  WRANGLER_REGISTRY_PATH: `${stateDirectory}/registry`,
  // The default traces every request, which makes the broker ten times slower.
  X_LOCAL_OBSERVABILITY: "false",
  X_LOCAL_EXPLORER: "false",
});

/** A script in this process group, with its output for us to read. */
const script = (path: string, args: string[], env: NodeJS.ProcessEnv): ChildProcess =>
  spawn(process.execPath, ["--no-warnings", inRoot(path), ...args], {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });

/** Starts wrangler's own command. */
export const wrangler = (args: string[], environment: NodeJS.ProcessEnv): ChildProcess =>
  script("node_modules/wrangler/wrangler-dist/cli.js", args, environment);

/** Starts the product's own server. */
export const server = (args: string[], environment: NodeJS.ProcessEnv): ChildProcess =>
  script("worker/local/serve.ts", args, environment);

export interface Finished {
  code: number;
  output: string;
}

/** Waits for a child to end; `output` is all that it said. */
export function finished(child: ChildProcess): Promise<Finished> {
  let output = "";
  const take = (chunk: Buffer) => {
    output += chunk.toString("utf8");
  };
  child.stdout?.on("data", take);
  child.stderr?.on("data", take);
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ code: 1, output: error.message }));
    child.once("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Runs wrangler's own command; `input` is what it reads. */
export type Wrangler = (args: string[], input?: string) => Promise<Finished>;

/** On behalf of a person, who is logged in. It asks nothing. */
export const command: Wrangler = (args, input = "") => {
  const child = spawn(
    process.execPath,
    ["--no-warnings", inRoot("node_modules/wrangler/wrangler-dist/cli.js"), ...args],
    { cwd: root, stdio: ["pipe", "pipe", "pipe"] },
  );
  child.stdin?.end(input);
  return finished(child);
};
