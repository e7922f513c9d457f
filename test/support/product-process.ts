/** The product as a person starts it: `npm start`, with a port and data of its own. */

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const READY_WITHIN_MS = 90_000;

export interface RunningProduct {
  /** `http://127.0.0.1:port` */
  url: string;
  tcpPort: number;
  /** The leader of its process group. */
  pid: number;
  /** Everything that it printed so far. */
  log(): string;
  /** As Ctrl+C does. The data stays when the state directory was given, and goes when it was its own. */
  stop(): Promise<void>;
  /** As a power cut does: nothing of it gets to say a last word. */
  kill(): Promise<void>;
}

export interface ProductSettings {
  /** `NAME:VALUE`, beside THROTTLE:off. */
  variables?: readonly string[];
  /** Further arguments after `npm start --`. */
  args?: readonly string[];
  stateDirectory?: string;
  /** Where a client of an earlier run would look for it. */
  port?: number;
  /** 0 for none. */
  tcpPort?: number;
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

export const newStateDirectory = (): string => mkdtempSync(join(tmpdir(), "switchyard-test-"));

export async function startProductProcess(settings: ProductSettings = {}): Promise<RunningProduct> {
  const state = settings.stateDirectory ?? newStateDirectory();
  const port = settings.port ?? (await freePort());
  const tcpPort = settings.tcpPort ?? (await freePort());
  const variables = ["THROTTLE:off", ...(settings.variables ?? [])].flatMap((text) => ["--var", text]);
  const child = spawn("npm", ["start", "--silent", "--", ...variables, ...(settings.args ?? [])], {
    cwd: root,
    env: { ...process.env, PORT: String(port), MQTT_TCP_PORT: String(tcpPort), STATE_DIR: state },
    stdio: ["ignore", "pipe", "pipe"],
    // A process group of its own, so that killing it kills all of it.
    detached: true,
  });
  let log = "";
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const signal = (name: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, name);
    } catch {
      // The group has ended already.
    }
  };
  // When the runner itself is stopped, nobody else ends a group that is not its own.
  const lastWord = () => signal("SIGKILL");
  process.once("exit", lastWord);
  const end = async (name: NodeJS.Signals) => {
    signal(name);
    await ended;
    signal("SIGKILL");
    process.off("exit", lastWord);
    if (settings.stateDirectory === undefined) rmSync(state, { recursive: true, force: true });
  };
  const product = {
    url: `http://127.0.0.1:${port}`,
    tcpPort,
    pid: child.pid ?? 0,
    log: () => log,
    stop: () => end("SIGTERM"),
    kill: () => end("SIGKILL"),
  };
  try {
    await new Promise<void>((resolve, reject) => {
      const fail = (why: string) => reject(new Error(`npm start ${why}:\n${log}`));
      const timer = setTimeout(() => fail("was not ready in time"), READY_WITHIN_MS);
      const take = (chunk: Buffer) => {
        log += chunk.toString("utf8");
        if (!log.includes("Switchyard is ready")) return;
        clearTimeout(timer);
        resolve();
      };
      child.stdout.on("data", take);
      child.stderr.on("data", take);
      void ended.then(() => {
        clearTimeout(timer);
        fail("ended");
      });
    });
  } catch (error) {
    await product.kill();
    throw error;
  }
  return product;
}
