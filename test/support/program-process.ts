/** A program with its output and exit code, killed after the test. */

import { spawn } from "node:child_process";
import { onTestFinished } from "vitest";

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

export function startProgram(command: string, args: string[], environment: NodeJS.ProcessEnv, input = "") {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, HOME, NODE_COMPILE_CACHE, ...environment };
  const child = spawn(command, args, { env, stdio: "pipe", detached: true });
  const ended: Ended = { code: null, out: "", err: "" };
  for (const [name, stream] of [
    ["out", child.stdout],
    ["err", child.stderr],
  ] as const) {
    stream.on("data", (chunk: Buffer) => {
      ended[name] += chunk.toString();
    });
  }
  child.stdin.on("error", () => {}).end(input);
  const end = new Promise<Ended>((resolve) =>
    child.once("close", (code) => {
      ended.code = code;
      resolve(ended);
    }),
  );
  onTestFinished(async () => {
    // with what it started
    if (child.exitCode === null && child.signalCode === null && child.pid !== undefined)
      process.kill(-child.pid, "SIGKILL");
    await end;
  });
  return { ended, end, kill: () => child.kill("SIGKILL") };
}
