/**
 * Packaging of the bridge: the container has all that it imports and minimal rights, and systemd accepts its
 * unit.
 */

import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, matchesGlob } from "node:path";
import { describe, expect, it } from "vitest";
import { instructionsOf } from "../support/container-file.ts";
import { sources } from "./sources.ts";

const textOf = (file: string) => readFileSync(file, "utf8");

it("prints its options, and exits with the code cache written", () => {
  const compiled = mkdtempSync(join(tmpdir(), "switchyard-compiled-"));
  try {
    const { stdout, status } = spawnSync(
      process.execPath,
      ["worker/local/run.mjs", "worker/bridge/main.ts", "--help"],
      { encoding: "utf8", env: { ...process.env, NODE_COMPILE_CACHE: compiled } },
    );
    expect(stdout).toMatch(/^npm run bridge -- --to wss:/);
    expect(status).toBe(0);
    // the bridge's imports, too, not the entry alone
    expect(readdirSync(compiled, { recursive: true }).length).toBeGreaterThan(10);
  } finally {
    rmSync(compiled, { recursive: true });
  }
});

describe("container file", () => {
  const instructions = instructionsOf("worker/bridge/Dockerfile");
  const names = instructions.map(({ name }) => name);
  const all = (name: string) => instructions.filter((each) => each.name === name).map(({ rest }) => rest);

  it("copies every file that the bridge imports, to the same path", () => {
    const needed = new Set(["worker/bridge/main.ts"]);
    for (const file of needed) {
      for (const to of sources.find((source) => source.file === file)?.imports ?? []) needed.add(to);
    }
    const copies = all("COPY").map((rest) => rest.split(" "));
    const isCopied = (file: string) =>
      copies.some(
        (copy) =>
          copy.slice(0, -1).some((from) => matchesGlob(file, from)) && file.startsWith(copy.at(-1) ?? ""),
      );
    expect(needed.size).toBeGreaterThan(10);
    expect([...needed].filter((file) => !isCopied(file))).toEqual([]);
  });

  it("has the product's version of ws and of Node", () => {
    const { devDependencies } = JSON.parse(textOf("package.json"));
    expect(all("RUN").join()).toContain(` ws@${devDependencies.ws}`);
    expect(all("FROM")).toEqual([`node:${devDependencies.node}-alpine`]);
  });

  it("runs without root from its entry point, and has a stop signal and a health check", () => {
    expect(all("USER")).toEqual(["node"]);
    expect(names.lastIndexOf("COPY")).toBeLessThan(names.indexOf("USER"));
    // As a JSON list: a shell in between would swallow the signal.
    expect(JSON.parse(all("ENTRYPOINT")[0] ?? "")).toContain("worker/bridge/main.ts");
    expect(all("STOPSIGNAL")).toEqual(["SIGTERM"]);
  });

  it("has a code cache made with the same flags and user, without which Node ignores it", () => {
    const [command = ""] = all("ENTRYPOINT");
    const [, compiles = ""] = all("RUN");
    const untilMain = (text: string) => text.slice(0, text.indexOf("main.ts"));
    expect(untilMain(compiles)).toBe(untilMain(command));
    expect(all("ENV")).toEqual(["NODE_COMPILE_CACHE=/bridge/compiled"]);
    expect(names.lastIndexOf("RUN")).toBeGreaterThan(names.indexOf("USER"));
  });

  it("has a health check without a shell, at the address that the entry point opens", () => {
    const [check = ""] = all("HEALTHCHECK");
    expect(check).toContain('CMD ["node", ');
    const { port } = new URL(/http:\S+(?=')/.exec(check)?.[0] ?? "");
    expect(JSON.parse(all("ENTRYPOINT")[0] ?? "").slice(-2)).toEqual(["--health", port]);
  });

  it("has a compose example: read-only, without capabilities, with time to disconnect its clients", () => {
    const run = textOf("worker/bridge/Dockerfile").match(/^# Run: (.*(?:\\\n#.*)*)/m)?.[1] ?? "";
    const said = run.replaceAll(/\\\n#\s*/g, "");
    for (const each of ["--read-only", "--cap-drop ALL", "--security-opt no-new-privileges"]) {
      expect(said).toContain(`${each} `);
    }
    expect(said).not.toMatch(/--(privileged|cap-add|user|pid|net|network) /);
    expect(Number(/--stop-timeout (\d+)/.exec(said)?.[1])).toBeGreaterThan(30 + 3);
  });
});

describe("systemd unit", () => {
  const unit = textOf("worker/bridge/switchyard-bridge.service");
  const isThere = spawnSync("systemd-analyze", ["--version"]).status === 0;

  it.skipIf(!isThere)("passes systemd-analyze (where it is installed)", () => {
    const folder = mkdtempSync(join(tmpdir(), "switchyard-unit-"));
    const file = join(folder, "switchyard-bridge.service");
    // systemd-analyze checks that the program exists.
    writeFileSync(file, unit.replaceAll("/opt/switchyard", process.cwd()));
    try {
      const said = execFileSync("systemd-analyze", ["verify", file], { encoding: "utf8", stdio: "pipe" });
      expect(said).toBe("");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it.each(["ProtectSystem=strict", "NoNewPrivileges=yes", "CapabilityBoundingSet=", "DynamicUser=yes"])(
    "has %s",
    (line) => {
      expect(unit.split("\n")).toContain(line);
    },
  );

  it("writes the code cache before the start, with the same flags", () => {
    const command = (name: string) =>
      new RegExp(`^${name}=.*?( --optimize.*main\\.ts) `, "m").exec(unit)?.[1];
    expect(command("ExecStart")).toBeDefined();
    expect(command("ExecStartPre")).toBe(command("ExecStart"));
    expect(unit).toMatch(/^CacheDirectory=(.*)\nEnvironment=NODE_COMPILE_CACHE=%C\/\1$/m);
  });

  it("has a stop timeout above the bridge's own", () => {
    const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]);
    expect(seconds).toBeGreaterThan(30 + 3);
  });
});
