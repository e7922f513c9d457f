/** Runs the product as `npm start` does, with its own port and data. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../../worker/local/paths.ts";
import { freePort } from "../../worker/local/port.ts";
import { startGroup } from "../../worker/local/process-group.ts";
import { MAIL_KEY } from "./mail-key.ts";

export interface RunningProduct {
  url: string;
  tcpPort: number;
  /** The leader of its process group. */
  pid: number;
  log(): string;
  /** As Ctrl+C does. Keeps the data only when the state directory was given. */
  stop(): Promise<void>;
  /** As a power cut does, with SIGKILL. */
  kill(): Promise<void>;
}

export interface ProductSettings {
  /** `NAME:VALUE`, after these of all tests. */
  variables?: readonly string[];
  /** Further arguments after `npm start --`. */
  args?: readonly string[];
  /** Further variables of the process. */
  environment?: Readonly<Record<string, string>>;
  stateDirectory?: string;
  /** A client of an earlier run reconnects to the same port. */
  port?: number;
  /** 0 for no TCP port. */
  tcpPort?: number;
}

const VARIABLES = ["THROTTLE:off", "PASSWORD_COST:low", `DEV_MAIL_KEY:${MAIL_KEY}`];

export { freePort };

export const newStateDirectory = (): string => mkdtempSync(join(tmpdir(), "switchyard-test-"));

export async function startProductProcess(settings: ProductSettings = {}): Promise<RunningProduct> {
  const state = settings.stateDirectory ?? newStateDirectory();
  const port = settings.port ?? (await freePort());
  const tcpPort = settings.tcpPort ?? (await freePort());
  const variables = [...VARIABLES, ...(settings.variables ?? [])].flatMap((text) => ["--var", text]);
  const removeState = () => {
    if (settings.stateDirectory === undefined) rmSync(state, { recursive: true, force: true });
  };
  const group = await startGroup({
    // The script of `npm start`, without npm's own half second.
    command: process.execPath,
    args: ["worker/local/run.mjs", "worker/local/start.ts", ...variables, ...(settings.args ?? [])],
    cwd: root,
    env: {
      ...process.env,
      ...settings.environment,
      PORT: String(port),
      MQTT_TCP_PORT: String(tcpPort),
      STATE_DIR: state,
    },
    ready: "Switchyard is ready",
  }).catch((error: Error) => {
    removeState();
    throw error;
  });
  return {
    url: `http://127.0.0.1:${port}`,
    tcpPort,
    pid: group.pid,
    log: group.log,
    stop: () => group.stop().then(removeState),
    kill: () => group.kill().then(removeState),
  };
}
