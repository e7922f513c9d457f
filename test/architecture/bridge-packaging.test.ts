/** How the bridge is run for good: its container has all that it imports and no right more, and systemd takes its unit. */

import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, matchesGlob } from "node:path";
import { describe, expect, it } from "vitest";
import { sources } from "./sources.ts";

const textOf = (file: string) => readFileSync(file, "utf8");

it("says its options, and leaves what Node compiled for that", () => {
  const compiled = mkdtempSync(join(tmpdir(), "switchyard-compiled-"));
  try {
    const { stdout, status } = spawnSync(
      process.execPath,
      ["worker/local/run.mjs", "worker/bridge/main.ts", "--help"],
      { encoding: "utf8", env: { ...process.env, NODE_COMPILE_CACHE: compiled } },
    );
    expect(stdout).toMatch(/^npm run bridge -- --to wss:/);
    expect(status).toBe(0);
    // the bridge and what it imports, not the door alone
    expect(readdirSync(compiled, { recursive: true }).length).toBeGreaterThan(10);
  } finally {
    rmSync(compiled, { recursive: true });
  }
});

describe("the container file", () => {
  const instructions = textOf("worker/bridge/Dockerfile")
    .replaceAll(/^#.*\n/gm, "")
    .replaceAll("\\\n", " ")
    .trimEnd()
    .split("\n")
    .map((line) => ({ name: line.split(" ")[0] ?? "", rest: line.slice(line.indexOf(" ") + 1) }));
  const names = instructions.map(({ name }) => name);
  const all = (name: string) => instructions.filter((each) => each.name === name).map(({ rest }) => rest);

  it("copies every file that the bridge imports, and each to its place", () => {
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

  it("has the product's ws and its Node, each of one version", () => {
    const { devDependencies } = JSON.parse(textOf("package.json"));
    expect(all("RUN").join()).toContain(` ws@${devDependencies.ws}`);
    expect(all("FROM")).toEqual([`node:${devDependencies.node}-alpine`]);
  });

  it("runs as nobody in particular, from its last line, and is stopped and asked as it should be", () => {
    expect(new Set(names)).toEqual(
      new Set([
        "FROM",
        "WORKDIR",
        "RUN",
        "COPY",
        "USER",
        "ENV",
        "EXPOSE",
        "STOPSIGNAL",
        "HEALTHCHECK",
        "ENTRYPOINT",
      ]),
    );
    expect(all("USER")).toEqual(["node"]);
    expect(names.lastIndexOf("COPY")).toBeLessThan(names.indexOf("USER"));
    // As a list: a shell in between would keep the signal.
    expect(JSON.parse(all("ENTRYPOINT")[0] ?? "")).toContain("worker/bridge/main.ts");
    expect(all("STOPSIGNAL")).toEqual(["SIGTERM"]);
  });

  it("has what Node compiles of it: with the flags and as whom it is run, or Node would not take it", () => {
    const [command = ""] = all("ENTRYPOINT");
    const [, compiles = ""] = all("RUN");
    const untilMain = (text: string) => text.slice(0, text.indexOf("main.ts"));
    expect(untilMain(compiles)).toBe(untilMain(command));
    expect(all("ENV")).toEqual(["NODE_COMPILE_CACHE=/bridge/compiled"]);
    expect(names.lastIndexOf("RUN")).toBeGreaterThan(names.indexOf("USER"));
  });

  it("is asked how it is, without a shell, where its last line has it answer", () => {
    const [check = ""] = all("HEALTHCHECK");
    expect(check).toMatch(/^--interval=\d+s --timeout=\d+s CMD \["node", /);
    const { port } = new URL(/http:\S+(?=')/.exec(check)?.[0] ?? "");
    expect(JSON.parse(all("ENTRYPOINT")[0] ?? "").slice(-2)).toEqual(["--health", port]);
  });

  it("says how it is run: nothing written, no right more, and time to hand its clients over", () => {
    const run = textOf("worker/bridge/Dockerfile").match(/^# Run: (.*(?:\\\n#.*)*)/m)?.[1] ?? "";
    const said = run.replaceAll(/\\\n#\s*/g, "");
    for (const each of ["--read-only", "--cap-drop ALL", "--security-opt no-new-privileges"]) {
      expect(said).toContain(`${each} `);
    }
    expect(said).not.toMatch(/--(privileged|cap-add|user|pid|net|network) /);
    expect(Number(/--stop-timeout (\d+)/.exec(said)?.[1])).toBeGreaterThan(30 + 3);
  });
});

describe("the unit", () => {
  const unit = textOf("worker/bridge/switchyard-bridge.service");
  const isThere = spawnSync("systemd-analyze", ["--version"]).status === 0;

  it.skipIf(!isThere)("is good for systemd (where systemd-analyze is installed)", () => {
    const folder = mkdtempSync(join(tmpdir(), "switchyard-unit-"));
    const file = join(folder, "switchyard-bridge.service");
    // Its program must be there to be looked at.
    writeFileSync(file, unit.replaceAll("/opt/switchyard", process.cwd()));
    try {
      const said = execFileSync("systemd-analyze", ["verify", file], { encoding: "utf8", stdio: "pipe" });
      expect(said).toBe("");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it.each(["ProtectSystem=strict", "NoNewPrivileges=yes", "CapabilityBoundingSet=", "DynamicUser=yes"])(
    "says %s",
    (line) => {
      expect(unit.split("\n")).toContain(line);
    },
  );

  it("compiles what it runs before it runs it, with the same flags", () => {
    const command = (name: string) =>
      new RegExp(`^${name}=.*?( --optimize.*main\\.ts) `, "m").exec(unit)?.[1];
    expect(command("ExecStart")).toBeDefined();
    expect(command("ExecStartPre")).toBe(command("ExecStart"));
    expect(unit).toMatch(/^CacheDirectory=(.*)\nEnvironment=NODE_COMPILE_CACHE=%C\/\1$/m);
  });

  it("gives the bridge longer than it takes to hand its clients over", () => {
    const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]);
    expect(seconds).toBeGreaterThan(30 + 3);
  });
});
