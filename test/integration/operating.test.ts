/** Runs the commands of OPERATING.md against the product, in order. */

import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, inject, it } from "vitest";
import { keyInFile } from "../../worker/cli/admin/operator.ts";
import { COMMAND_IN_CLONE } from "../../worker/contract/addresses.ts";
import { newAccount } from "../support/account.ts";

const root = new URL("../../", import.meta.url);
const page = readFileSync(new URL("worker/OPERATING.md", root), "utf8");

/** Those for the local machine. */
const lines = [...page.matchAll(/<!-- run -->\n```sh\n([\s\S]*?)```/g)].flatMap(([, block = ""]) =>
  block.trim().split("\n"),
);

/** npm takes half a second of processor time, and one line shows what it passes on. */
const withoutNpm = (line: string) =>
  line.includes("--reason") ? line : line.replace(`${COMMAND_IN_CLONE} `, "exec node worker/cli/bin.mjs ");

function typed(line: string, more: NodeJS.ProcessEnv): Promise<{ code: number | null; output: string }> {
  const child = spawn("sh", ["-c", line], { cwd: root, env: { ...process.env, ...more } });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString("utf8");
    });
  }
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, output })));
}

it("has a command for each kind of incident", () => {
  expect(lines.length).toBeGreaterThan(10);
});

it("every local command works as described", { timeout: 120_000 }, async () => {
  const url = inject("baseUrl");
  const { email } = await newAccount(url);
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
  const environment = { PATH, APP_URL: url, OPERATOR_KEY: keyInFile(".dev.vars"), WHO: email };
  const said: Record<string, string> = {};
  for (const line of lines) {
    const { code, output } = await typed(withoutNpm(line), environment);
    expect(code, `${line}\n${output}`).toBe(0);
    said[line] = output;
  }
  const of = (words: string) => Object.entries(said).find(([line]) => line.includes(words))?.[1];
  expect(of("account show")).toContain(email);
  expect(of("account suspend")).toContain("is suspended: Your devices");
  expect(of("account resume")).toContain("is not suspended");
  expect(of("/v0/metrics")).toMatch(/^switchyard_http_requests_total\{.*\} \d+$/m);
  expect(of("audit")).toContain("suspendAccount");
});
