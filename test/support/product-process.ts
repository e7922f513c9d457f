/** Runs the product as `npm start` does, with its own port and data. */

import { type ChildProcessByStdio, spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { MAIL_KEY } from "./mail-key.ts";
import { migratedState } from "./migrated-state.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const READY_WITHIN_MS = 90_000;

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
  /** `NAME:VALUE`, beside THROTTLE:off. */
  variables?: readonly string[];
  /** Further arguments after `npm start --`. */
  args?: readonly string[];
  stateDirectory?: string;
  /** A client of an earlier run reconnects to the same port. */
  port?: number;
  /** 0 for no TCP port. */
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

export const emptyStateDirectory = (): string => mkdtempSync(join(tmpdir(), "switchyard-test-"));

/** Without accounts. The migrations are applied, which takes a product's start two seconds of processor time. */
export async function newStateDirectory(): Promise<string> {
  const directory = emptyStateDirectory();
  cpSync(await migratedState(), directory, { recursive: true });
  return directory;
}

function signal(group: number | undefined, name: NodeJS.Signals): void {
  try {
    if (group !== undefined) process.kill(-group, name);
  } catch {
    // The group has already ended.
  }
}

/** Resolves when the product prints that it is ready. */
function ready(
  child: ChildProcessByStdio<null, Readable, Readable>,
  ended: Promise<void>,
  log: () => string,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`npm start ${why}:\n${log()}`));
    const timer = setTimeout(() => fail("was not ready in time"), READY_WITHIN_MS);
    const heard = () => {
      if (!log().includes("Switchyard is ready")) return;
      clearTimeout(timer);
      resolve();
    };
    child.stdout.on("data", heard);
    child.stderr.on("data", heard);
    void ended.then(() => {
      clearTimeout(timer);
      fail("ended");
    });
  });
}

export async function startProductProcess(settings: ProductSettings = {}): Promise<RunningProduct> {
  const state = settings.stateDirectory ?? (await newStateDirectory());
  const port = settings.port ?? (await freePort());
  const tcpPort = settings.tcpPort ?? (await freePort());
  const variables = ["THROTTLE:off", `DEV_MAIL_KEY:${MAIL_KEY}`, ...(settings.variables ?? [])].flatMap(
    (text) => ["--var", text],
  );
  // The script of `npm start`, without npm's own half second.
  const command = ["worker/local/run.mjs", "worker/local/start.ts"];
  const child = spawn(process.execPath, [...command, ...variables, ...(settings.args ?? [])], {
    cwd: root,
    env: { ...process.env, PORT: String(port), MQTT_TCP_PORT: String(tcpPort), STATE_DIR: state },
    stdio: ["ignore", "pipe", "pipe"],
    // Its own process group, so that one signal kills all of it.
    detached: true,
  });
  let log = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      log += chunk.toString("utf8");
    });
  }
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  // The product's group would outlive a runner that is stopped.
  const lastWord = () => signal(child.pid, "SIGKILL");
  process.once("exit", lastWord);
  const end = async (name: NodeJS.Signals) => {
    signal(child.pid, name);
    await ended;
    lastWord();
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
    await ready(child, ended, product.log);
  } catch (error) {
    await product.kill();
    throw error;
  }
  return product;
}
