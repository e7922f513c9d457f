/** What `npm run bench -- --desk` prints: names and memory of processes, medians and their ratios. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { memoryOf, memoryRows, nameOf, proportional } from "../../bench/desk/memory-by-process.ts";
import { BARE, deskTable, OTHER, OTHER_BARE, OWN } from "../../bench/desk/rows.ts";

describe("processes", () => {
  it.each([
    ["/usr/bin/node\0worker/local/run.mjs\0worker/local/start.ts\0--lan", "start.ts"],
    [
      "/clone/node_modules/node/bin/node\0--no-warnings\0/clone/worker/local/dev.ts\0--port\0" + "0",
      "dev.ts",
    ],
    ["npm start", "npm"],
    ["npm start --var THROTTLE:off", "npm"],
    ["/clone/node_modules/@cloudflare/workerd-linux-64/bin/workerd\0serve\0--binary", "workerd"],
    ["sh\0-c\0exec node worker/local/run.mjs", "sh"],
    ["node\0-e\0work()", "node"],
  ])("%j is %s", (commandLine, name) => {
    expect(nameOf(commandLine)).toBe(name);
  });

  it("counts shared pages by their share", () => {
    const rollup =
      "5581-7fff ---p 00000000 00:00 0 [rollup]\nRss:  4096 kB\nPss:    2048 kB\nPss_Anon:    1024 kB\n";
    expect(proportional(rollup)).toEqual({ mebibytes: 2, anonymous: 1 });
    expect(proportional("")).toEqual({ mebibytes: Number.NaN, anonymous: Number.NaN });
  });

  it("adds up the product, without npm and the bench's own", () => {
    const all = [
      { name: "npm", mebibytes: 30, anonymous: 10 },
      { name: "start.ts", mebibytes: 60, anonymous: 20 },
      { name: "workerd", mebibytes: 90, anonymous: 30 },
      { name: "workerd", mebibytes: 150, anonymous: 50 },
      { name: "bare-runtime.ts", mebibytes: 300, anonymous: 100 },
    ];
    expect(memoryRows(all)).toEqual({
      memory: 300,
      anonymous: 100,
      processes: 3,
      "memory of npm": 30,
      "memory of start.ts": 60,
      "memory of workerd": 240,
      "memory of bare-runtime.ts": 300,
    });
  });

  it("reads a process, and skips one that has ended", async () => {
    const child = spawn("sleep", ["600"], { stdio: "ignore" });
    await once(child, "spawn");
    const pid = Number(child.pid);
    const [own] = memoryOf([pid]);
    expect(own?.mebibytes).toBeGreaterThan(0);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(memoryOf([pid])).toEqual([]);
  });
});

describe("the table", () => {
  const rounds = {
    [OWN]: [
      { "ws qos1 cost": 60, "tcp qos1 cost": 20, memory: 200 },
      { "ws qos1 cost": 40, "tcp qos1 cost": 24, memory: 210 },
      { "ws qos1 cost": 50, "tcp qos1 cost": 30, memory: 190 },
    ],
    [BARE]: [{ "ws qos1 cost": 40, "tcp qos1 cost": 20, memory: 100 }],
    [OTHER]: [{ "ws qos1 cost": 100, "memory of esbuild": 20 }],
    [OTHER_BARE]: [{ "ws qos1 cost": 50 }],
  };
  const rowOf = (text: string, label: string) =>
    text
      .split("\n")
      .find((line) => line.startsWith(`| ${label}`))
      ?.split("|")
      .slice(2, -1)
      .map((each) => each.trim());

  it("has medians with their range, and ratios of medians", () => {
    const text = deskTable(rounds);
    expect(rowOf(text, "measure")).toEqual([
      OWN,
      OTHER,
      BARE,
      OTHER_BARE,
      "÷ bare",
      "other ÷ its bare",
      "÷ other",
    ]);
    expect(rowOf(text, "WebSocket, QoS 1")).toEqual([
      "50.0 (40.0–60.0)",
      "100.0",
      "40.0",
      "50.0",
      "1.25",
      "2.00",
      "0.50",
    ]);
    expect(rowOf(text, "TCP, QoS 1")).toEqual(["24.0 (20.0–30.0)", "–", "20.0", "–", "1.20", "", ""]);
    expect(rowOf(text, "idle memory")).toEqual(["200 (190–210)", "–", "100", "–", "2.00", "", ""]);
    expect(rowOf(text, "memory of esbuild")).toEqual(["–", "20", "–", "–", "", "", ""]);
  });

  it("leaves out what was not measured", () => {
    const text = deskTable({ [OWN]: [{ memory: 200 }] });
    expect(text.split("\n")).toHaveLength(3);
    expect(rowOf(text, "measure")).toEqual([OWN]);
  });
});
