/** `switchyard broker --ephemeral`: a user's test beside a real broker with faults, and what stays behind: nothing. */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { inRoot } from "../../worker/local/paths.ts";
import { type RunningProcess, start } from "../firmware/process.ts";
import { skipReason } from "../support/test-packages.ts";
import { until } from "../support/until.ts";

const withoutPytest = await skipReason("python3-pytest");
const PATIENCE = { timeout: 240_000 };
const EVERY_MESSAGE = ["/usr/bin/python3", "-m", "pytest", "-q", "-p", "no:cacheprovider"];
/** Prints two words and waits for SIGTERM, which it answers with an exit code of its own. */
const WAITS = ["sh", "-c", 'trap "exit 9" TERM; echo it began; while :; do sleep 0.1; done'];

interface Started extends RunningProcess {
  /** Receives all temporary files of its processes. */
  folder: string;
}

interface Circumstances {
  env?: NodeJS.ProcessEnv;
  /** A command that runs its arguments. */
  under?: readonly string[];
}

function broker(args: readonly string[], { env = {}, under = [] }: Circumstances = {}): Started {
  const folder = newFolder();
  const program = [process.execPath, inRoot("worker/cli/bin.mjs"), "broker", "--ephemeral"];
  const [command = "", ...rest] = [...under, ...program, ...args];
  const running = start(command, rest, {
    env: { TMPDIR: folder, PYTHONDONTWRITEBYTECODE: "1", ...env },
  });
  return { ...running, folder };
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "switchyard-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The command lines of all processes with this folder in their environment. */
function processesOf(folder: string): string[] {
  return readdirSync("/proc").flatMap((pid) => {
    try {
      const isOne = /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, "latin1").includes(folder);
      return isOne ? [readFileSync(`/proc/${pid}/cmdline`, "latin1")] : [];
    } catch {
      // It has ended.
      return [];
    }
  });
}

const isProduct = (line: string): boolean => line.includes("ephemeral/product.ts");

const untilNothingIsLeft = ({ folder, said }: Started) =>
  until(
    `no process and no file of ${said()}`,
    () => processesOf(folder).length === 0 && readdirSync(folder).length === 0,
  );

describe("beside a command", () => {
  it("loses no acknowledged message over naps, cuts and restarts", PATIENCE, async (context) => {
    if (withoutPytest !== null) context.skip(withoutPytest);
    const faults = ["--nap", "2s", "--cut", "0.5", "--restart", "5s"];
    const test = [...EVERY_MESSAGE, inRoot("test/support/test_every_message.py")];
    const run = broker([...faults, "--verbose", "--", ...test], { env: { CONNECTIONS: "2", SECONDS: "7" } });
    expect([await run.ended, run.said()]).toEqual([0, expect.stringContaining("1 passed")]);
    expect(run.said()).toMatch(/Nap of 1 account/);
    expect(run.said()).toMatch(/[1-9]\d* restarts?/);
    await untilNothingIsLeft(run);
  });

  it("sends it SIGTERM, and returns its exit code", PATIENCE, async () => {
    const run = broker(["--", ...WAITS]);
    await run.untilSaid("it began", 1, 120_000);
    expect(processesOf(run.folder).length).toBeGreaterThan(4);
    run.end();
    expect(await run.ended).toBe(9);
    await untilNothingIsLeft(run);
  });

  it("ends with it when it is killed itself", PATIENCE, async () => {
    const run = broker(["--", ...WAITS]);
    await run.untilSaid("it began", 1, 120_000);
    await run.kill();
    await untilNothingIsLeft(run);
  });
});

describe("leaves nothing when, while it starts,", () => {
  const untilItStarts = ({ folder }: Started) =>
    until("the product's process", () => processesOf(folder).some(isProduct), 120_000);

  it("it is interrupted", PATIENCE, async () => {
    const run = broker(["--", "true"]);
    await untilItStarts(run);
    run.end();
    expect(await run.ended).toBe(128 + 15);
    await untilNothingIsLeft(run);
  });

  it("its parent dies", PATIENCE, async () => {
    const run = broker(["--", "true"], { under: ["sh", "-c", '"$@"; exit', "sh"] });
    await untilItStarts(run);
    await run.kill();
    await untilNothingIsLeft(run);
  });
});

describe("says in one sentence what is wrong", () => {
  let port = 0;
  beforeEach(async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    port = typeof address === "object" && address !== null ? address.port : 0;
  });

  it.each([
    [2, "no command", "Put the command after two dashes", ["--nap", "30s"], {}],
    [2, "a wrong share", "--cut must be a share", ["--cut", "10", "--", "true"], {}],
    [127, "no such command", 'There is no command "no-such-command"', ["--", "no-such-command"], {}],
    [126, "a command that is a folder", "not an executable file", ["--", "/"], {}],
    [1, "a port in use", "is in use", ["--mqtt-port", "PORT", "--", "true"], {}],
    [1, "no folder for files", "is not writable", ["--", "true"], { TMPDIR: "/proc/nothing" }],
  ])("exit code %i: %s", async (code, _, sentence, args, env) => {
    const run = broker(
      args.map((arg) => arg.replace("PORT", String(port))),
      { env },
    );
    expect([await run.ended, run.said().trim().split("\n")]).toEqual([
      code,
      [expect.stringContaining(sentence)],
    ]);
    await untilNothingIsLeft(run);
  });
});
