/**
 * The steps of `Dockerfile`, in a fresh folder that holds only what it copies: the first stage builds and packs, then the
 * product runs as another user on a read-only tree that has only what the second stage copies. `npm ci` is replaced by the
 * packages that are installed here.
 */

import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { root } from "../../worker/local/paths.ts";
import { freePort } from "../../worker/local/port.ts";
import { newAccount } from "../support/account.ts";
import { contextFiles, copiedBy, type Instruction, stagesOf } from "../support/container-file.ts";
import { until } from "../support/until.ts";

const START_MS = 420_000;
const folder = mkdtempSync(join(tmpdir(), "switchyard-image-"));
const source = join(folder, "source");
const tree = join(folder, "switchyard");
const [build = [], final = []] = stagesOf("Dockerfile");
const restOf = (stage: Instruction[], name: string) => stage.find((each) => each.name === name)?.rest ?? "";

/** An unprivileged user that is not this one, where this one may become it and it can read the packages. */
const NOBODY = 65_534;
const isReadable = (path: string): boolean =>
  (statSync(path).mode & 0o005) === 0o005 && (path === "/" || isReadable(dirname(path)));
const other = process.getuid?.() === 0 && isReadable(root) ? NOBODY : undefined;

function runStep({ name, rest }: Instruction, context: readonly string[]): void {
  if (name === "COPY") {
    for (const { from, to } of copiedBy(rest, context)) cpSync(join(root, from), join(source, to));
  } else if (rest === "npm ci") {
    symlinkSync(join(root, "node_modules"), join(source, "node_modules"));
  } else if (name === "RUN") {
    const [, ...args] = JSON.parse(rest) as string[];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: source, encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
  }
}

/** Each file and folder of the tree with the time of its last change. */
const contents = (): string[] =>
  readdirSync(tree, { recursive: true, withFileTypes: true })
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => `${path} ${statSync(path).mtimeMs}`);

/** A program stays one. */
const makeFileReadOnly = (path: string) => chmodSync(path, statSync(path).mode & 0o555);

function makeReadOnly(path: string): void {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) makeReadOnly(join(path, entry.name));
    else makeFileReadOnly(join(path, entry.name));
  }
  chmodSync(path, 0o555);
}

function makeWritable(path: string): void {
  chmodSync(path, 0o755);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) makeWritable(join(path, entry.name));
  }
}

beforeAll(() => {
  chmodSync(folder, 0o755);
  for (const name of ["source", "switchyard", "state", "tmp"]) mkdirSync(join(folder, name));
  if (other !== undefined) for (const name of ["state", "tmp"]) chownSync(join(folder, name), other, other);
  const context = contextFiles();
  for (const step of build) runStep(step, context);
  const [copied = ""] = restOf(final, "COPY").split(" ").slice(1);
  cpSync(join(source, copied.replace("/switchyard/", "")), tree, { recursive: true });
  rmSync(source, { recursive: true });
  makeReadOnly(tree);
}, 480_000);
afterAll(() => {
  makeWritable(tree);
  rmSync(folder, { recursive: true, force: true });
});

const inFolder = (value: string): string =>
  value.replace(/^\/(state|tmp)/, (_, name: string) => join(folder, name));

/** Runs the entry point with the image's variables, and resolves when the product is ready. */
async function startImage(port: number, tcpPort: number) {
  const [, ...args] = JSON.parse(restOf(final, "ENTRYPOINT")) as string[];
  const variables = restOf(final, "ENV")
    .split(" ")
    .map((text) => text.split("=") as [string, string]);
  const place = {
    cwd: tree,
    env: {
      PATH: process.env.PATH,
      ...Object.fromEntries(variables.map(([name, value]) => [name, inFolder(value)])),
      TMPDIR: join(folder, "tmp"),
      PORT: String(port),
      MQTT_TCP_PORT: String(tcpPort),
    },
    ...(other !== undefined && { uid: other, gid: other }),
  };
  const product = spawn(process.execPath, [...args, "--host", "switchyard"], place);
  onTestFinished(() => void product.kill("SIGTERM"));
  const exit = new Promise((resolve) => product.once("exit", (code, signal) => resolve(code ?? signal)));
  let log = "";
  for (const stream of [product.stdout, product.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      log += chunk.toString("utf8");
    });
  }
  const isReady = () => {
    if (product.exitCode !== null) throw new Error(log);
    return log.includes("Switchyard is ready");
  };
  await until("that it is ready", isReady, START_MS);
  /** As `docker compose exec switchyard node …` does. */
  const exec = (words: string[]) => spawnSync(process.execPath, words, { ...place, encoding: "utf8" });
  return { product, exit, exec };
}

/** The command of the image's health check for this port. */
function healthCheck(port: number): [string, ...string[]] {
  const command = restOf(final, "HEALTHCHECK").replace(/^.*? CMD /, "");
  return JSON.parse(command.replaceAll("8787", String(port)));
}

const health = (port: number) => {
  const [command, ...args] = healthCheck(port);
  return spawnSync(command, args).status;
};

/** What DEPLOYING.md runs inside the container, as words. */
function checkInside(): string[] {
  const page = readFileSync(join(root, "worker/DEPLOYING.md"), "utf8");
  return /`docker compose exec switchyard (node [^`]*)`/.exec(page)?.[1]?.split(" ") ?? [];
}

it("starts as another user on a read-only tree, keeps its state in the volume, and stops on SIGTERM", async () => {
  const before = contents();
  const port = await freePort();
  const { product, exit, exec } = await startImage(port, await freePort());
  expect(health(port)).toBe(0);
  expect(health(await freePort())).toBe(1);
  const doctor = exec(checkInside().slice(1));
  expect([doctor.status, doctor.stderr]).toEqual([0, ""]);
  const account = await newAccount(`http://127.0.0.1:${port}`);
  expect(account.userId).toMatch(/^[0-9a-f-]{36}$/);
  // To this process alone, as an engine sends it.
  product.kill("SIGTERM");
  expect(await exit).toBe(0);
  expect(readdirSync(join(folder, "state"))).toEqual(expect.arrayContaining([".dev.vars", "v3"]));
  expect(statSync(join(folder, "state/.dev.vars")).mode & 0o077).toBe(0);
  expect(contents()).toEqual(before);
}, 480_000);
