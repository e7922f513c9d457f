/** Starts of the product with an obstacle. */

import { spawn } from "node:child_process";
import { root } from "../../worker/local/paths.ts";
import { freePort } from "./product-process.ts";

export const NPM = ["npm", "start", "--silent", "--"] as const;
/** The script of `npm start`, without npm's own half second. */
const SCRIPT = [process.execPath, "worker/local/run.mjs", "worker/local/start.ts"] as const;

interface FailingStart {
  env?: NodeJS.ProcessEnv;
  args?: readonly string[];
  by?: readonly [command: string, ...string[]];
}

/** A start that is expected to fail. */
export async function failingStart(
  state: string,
  { env = {}, args = [], by = SCRIPT }: FailingStart = {},
): Promise<{ code: number | null; said: string }> {
  const [command, ...first] = by;
  const child = spawn(command, [...first, ...args], {
    cwd: root,
    env: { ...process.env, STATE_DIR: state, PORT: String(await freePort()), MQTT_TCP_PORT: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk));
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, said })));
}
