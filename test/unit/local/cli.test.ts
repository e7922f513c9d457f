/** The command line's pure parts, and its runs that need no server. */

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { accessFor, loginFile, originOf, storeAccess } from "../../../worker/cli/access.ts";
import { deviceIn } from "../../../worker/cli/device-name.ts";
import { COMMANDS, main } from "../../../worker/cli/main.ts";
import { momentOf } from "../../../worker/cli/moment.ts";
import { safeJson, tableLines, visible } from "../../../worker/cli/terminal.ts";

const folder = mkdtempSync(join(tmpdir(), "switchyard-cli-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(args: string[], environment: NodeJS.ProcessEnv = { XDG_CONFIG_HOME: folder }) {
  const [out, err] = [[] as string[], [] as string[]];
  const into = (lines: string[]) => ({ write: (text: string | Uint8Array) => lines.push(String(text)) > 0 });
  const code = await main(args, { environment, stdout: into(out), stderr: into(err) });
  return { code, out: out.join(""), err: err.join("") };
}

describe("text for a terminal", () => {
  it.each([
    ["Lamp\u001b[2J\u001b[1;1H", "Lamp\\x1b[2J\\x1b[1;1H"],
    ["a\r\nb\tc", "a\\r\\nb\\tc"],
    ["\u009b31m", "\\x9b31m"],
    ["\u202eno", "\\u{202e}no"],
    ["\u{e0041}", "\\u{e0041}"],
    ["Küche 💡 客厅", "Küche 💡 客厅"],
  ])("%j is printed as %s", (text, shown) => {
    expect(visible(text)).toBe(shown);
    const json = safeJson({ text });
    expect(JSON.parse(json)).toEqual({ text });
    expect(visible(json)).toBe(json);
  });

  it("aligns columns, also behind wide characters", () => {
    const rows = ["ab", "客厅"].map((text) => [{ text }, { text: "x" }]);
    expect(tableLines(["NAME", ""], rows, false)).toEqual(["NAME  ", "ab    x", "客厅  x"]);
    const [line] = tableLines(["A"], [], true);
    expect(line).toBe("\u001b[2mA\u001b[22m");
  });
});

describe("a device's name", () => {
  const devices = [
    { id: "1", name: "Lamp" },
    { id: "2", name: "Pump" },
    { id: "3", name: "pump" },
    { id: "4", name: "Fan" },
    { id: "5", name: "Fan" },
  ];
  it.each([
    ["lamp", "1"],
    ["pump", "3"],
    ["Pump", "2"],
  ])("%s is the device %s", (name, id) => {
    expect(deviceIn(devices, name).id).toBe(id);
  });

  it.each([
    ["PUMP", '2 devices are named "PUMP": use an id: 2, 3.'],
    ["Fan", '2 devices are named "Fan": use an id: 4, 5.'],
    ["lmap", 'No device is named "lmap": there are "Lamp", "Pump", "pump", "Fan", "Fan".'],
  ])("%s is refused", (name, sentence) => {
    expect(() => deviceIn(devices, name)).toThrow(sentence);
  });
});

it("reads times as people write them", () => {
  const now = Date.parse("2026-03-01T12:00:00Z");
  expect(momentOf("2h", now)).toBe("2026-03-01T10:00:00.000Z");
  expect(momentOf("2026-02-03T04:05:06+01:00", now)).toBe("2026-02-03T03:05:06.000Z");
  expect(momentOf("2026-02-03", now)).toBe(new Date(2026, 1, 3).toISOString());
  expect(momentOf("2026-02-03 04:05", now)).toBe(new Date(2026, 1, 3, 4, 5).toISOString());
  for (const text of ["soon", "2026-02-30", "2027-04-31T07:00Z", "2027-02-29", "2026-02-03T24:30"])
    expect(() => momentOf(text, now)).toThrow("Write it like 2h");
});

// Node reads the machine's zone once
it.each([
  ["America/Winnipeg", "2026-12-01 06:00:00"],
  ["America/Havana", "2026-12-01 07:00:00"],
  ["Europe/Berlin", "2026-12-01 12:00:00"],
])("prints and reads the hour of the service in %s", (TZ, text) => {
  const module = new URL("../../../worker/cli/moment.ts", import.meta.url).href;
  const program = `import { localTime, momentOf } from ${JSON.stringify(module)};
    const text = localTime("2026-12-01T11:00:00.000Z");
    console.log(text, momentOf(text, 0));`;
  const args = ["--input-type=module", "--eval", program];
  const printed = execFileSync(process.execPath, args, { env: { TZ }, encoding: "utf8" });
  expect(printed.trim()).toBe(`${text} 2026-12-01T11:00:00.000Z`);
});

describe("address and token", () => {
  const stored = { url: "https://yard.example", token: "swt_1" };
  const login = { XDG_CONFIG_HOME: join(folder, "stored") };
  storeAccess(loginFile(login), stored);

  it("are stored in a file for the user only", () => {
    expect(statSync(loginFile(login)).mode & 0o777).toBe(0o600);
    expect(accessFor(login)).toEqual(stored);
  });

  it("come from the environment first", () => {
    expect(accessFor({ ...login, SWITCHYARD_TOKEN: "swt_2" })).toEqual({ ...stored, token: "swt_2" });
    const both = { SWITCHYARD_URL: "http://127.0.0.1:1/page", SWITCHYARD_TOKEN: "swt_2" };
    expect(accessFor({ ...login, ...both })).toEqual({ url: "http://127.0.0.1:1", token: "swt_2" });
  });

  it("a stored token goes to its own server only", () => {
    expect(() => accessFor({ ...login, SWITCHYARD_URL: "https://other.example" })).toThrow(
      "Your login is for https://yard.example",
    );
  });

  it.each(["", "ftp://yard.example", "http://", "a b"])("%j is no address", (text) => {
    expect(() => originOf(text)).toThrow("is no address");
  });
});

describe("a run", () => {
  it.each(Object.keys(COMMANDS))("%s --help has examples, and ends with 0", async (name) => {
    const { code, out } = await run([name, "--help"]);
    expect(code).toBe(0);
    expect(out).toContain(`Usage: switchyard ${name}`);
    expect(out).toMatch(/Examples:\n {2}switchyard /);
  });

  it("lists all commands, and the exit codes", async () => {
    const { code, out } = await run(["--help"]);
    expect(code).toBe(0);
    for (const name of [...Object.keys(COMMANDS), "completion"]) expect(out).toContain(`\n  ${name} `);
    expect(out).toMatch(/Exit codes:\n {2}0 {2}done/);
  });

  it.each([
    [["swich"], 2, "Unknown command 'swich'\n(Did you mean switch?)\nRun \"switchyard --help\" for usage.\n"],
    [["switch", "lamp", "up"], 2, 'Run "switchyard switch --help" for usage.\n'],
    [["events", "--limit", "0"], 2, "It is a whole number above 0."],
    [["devices"], 5, 'You are not logged in: run "switchyard login", or set SWITCHYARD_TOKEN.\n'],
  ])("%j ends with %i and a sentence", async (args, code, sentence) => {
    const ended = await run(args);
    expect([ended.code, ended.out]).toEqual([code, ""]);
    expect(ended.err).toContain(sentence);
  });
});

describe("values of controls", () => {
  const ID = "0b6e1c1a-7f0e-4c6f-9b1f-1b8f6f6f4a52";
  const sent = async (...args: string[]) => {
    const bodies: unknown[] = [];
    const fetching = (async (_: URL, { body }: RequestInit) => {
      bodies.push(JSON.parse(String(body)));
      return Response.json({ delivered_at: "now", device_connected: true });
    }) as unknown as typeof fetch;
    const environment = { SWITCHYARD_URL: "http://localhost:1", SWITCHYARD_TOKEN: "swt_1" };
    const nowhere = { write: () => true };
    const code = await main(args, { environment, stdout: nowhere, stderr: nowhere, fetch: fetching });
    return { code, bodies };
  };

  it.each([
    [
      ["switch", ID, "on", "--set", "brightness=40", "--set", "mode=eco"],
      { state: true, set: { brightness: 40, mode: "eco" } },
    ],
    [["switch", ID, "off"], { state: false }],
    [["set", ID, "target=21.5", "night=true"], { set: { target: 21.5, night: true } }],
    [
      ["set", ID, 'name="40"', "note=a=b", "empty=", "far=1e999"],
      { set: { name: "40", note: "a=b", empty: "", far: "1e999" } },
    ],
  ])("%j are one command", async (args, body) => {
    expect(await sent(...args)).toEqual({ code: 0, bodies: [{ ...body, wait: 0 }] });
  });

  it.each([["brightness"], ["=40"]])("%s is no value, and nothing is sent", async (pair) => {
    expect(await sent("set", ID, pair)).toEqual({ code: 2, bodies: [] });
  });
});
