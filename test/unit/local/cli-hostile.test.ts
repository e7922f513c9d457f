/** The command line against a server, and devices, that want to control the terminal or to write elsewhere. */

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve, sep } from "node:path";
import fc from "fast-check";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { originOf } from "../../../worker/cli/access.ts";
import { ExportFolder, safeFileName } from "../../../worker/cli/export-account.ts";
import { main } from "../../../worker/cli/main.ts";
import { CALLS } from "../../../worker/contract/api.ts";

const root = mkdtempSync(join(tmpdir(), "switchyard-hostile-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** C0, C1, line separators, bidirectional marks, invisible tags; a line break is the command's own. */
const CONTROLS = /[[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\u{e0000}-\u{e007f}]--\n]/v;
const hostileText = fc
  .array(
    fc.constantFrom(
      "\u001b[2J",
      "\u009b31m",
      "\r\n",
      "\u202e",
      "\u2066",
      "\u0007",
      "\u0000",
      "a",
      "\u{e0041}",
      "é",
    ),
  )
  .map((parts) => `x${parts.join("")}\u001b]0;title\u0007`);

const AT = "2026-03-01T12:00:00.000Z";
const ID = "11111111-1111-4111-8111-111111111111";
const value = (evil: string) => ({ key: evil, name: evil, value: evil, unit: evil, at: AT });
const LISTS: Record<string, (evil: string) => unknown> = {
  "/v0/devices/on-off/": (evil) => [
    {
      id: evil,
      name: evil,
      state: true,
      taken: false,
      connected: false,
      last_seen: AT,
      values: [value(evil)],
    },
  ],
  [`/v0/devices/on-off/${ID}/values/`]: (evil) => [value(evil)],
  [`/v0/devices/on-off/${ID}/series/`]: (evil) => ({ key: evil, unit: evil, points: [[AT, evil]] }),
  "/v0/events/devices/on-off/": (evil) => [
    {
      id: evil,
      created_at: AT,
      device_name: evil,
      event_type: evil,
      actor: evil,
      schedule: { name: evil },
      count: 2,
    },
  ],
  "/v0/messages/": (evil) => [{ topic: evil, payload: evil, encoding: evil }],
  "/v0/messages/lamp": (evil) => ({ readers: evil, acknowledged: evil, waiting: 1 }),
  [CALLS.listRefusals.path]: (evil) => [
    {
      at: AT,
      client_id: evil,
      client_name: evil,
      kind: "connect",
      tried: `${evil}!`,
      rule: evil,
      remedy: { kind: "topic", topic: evil },
    },
  ],
  "/v0/asyncapi.json": (evil) => ({ [evil]: evil }),
  "/v0/broker/": (evil) => ({ tcp: { host: evil, port: 1883 }, tls: null, url_template: evil }),
};
const COMMANDS = [
  ["devices"],
  ["values"],
  ["values", ID],
  ["values", ID, "t"],
  ["events"],
  ["sub", "#", "--retained"],
  ["pub", "lamp", "on"],
  ["why"],
  ["asyncapi"],
  ["connect", "home-assistant"],
];

async function run(args: string[], answer: (path: string) => Response) {
  const said = { out: "", err: "" };
  const into = (name: "out" | "err") => ({
    write: (text: string | Uint8Array) => {
      said[name] += String(text);
      return true;
    },
  });
  const environment = {
    SWITCHYARD_URL: "http://localhost:1",
    SWITCHYARD_TOKEN: "swt_1",
    SWITCHYARD_PASSWORD: "p",
  };
  const fetching = (async (input: URL) => answer(new URL(input).pathname)) as typeof fetch;
  const code = await main(args, { environment, stdout: into("out"), stderr: into("err"), fetch: fetching });
  return { code, ...said };
}

describe("text of a server or a device", () => {
  it.each(COMMANDS.map((args) => [args.join(" "), args] as const))(
    "never controls the terminal: %s",
    async (_, args) => {
      await fc.assert(
        fc.asyncProperty(hostileText, async (evil) => {
          const answer = (path: string) => Response.json(LISTS[path]?.(evil) ?? null);
          const printed = await run([...args], answer);
          expect(printed.out + printed.err).not.toMatch(CONTROLS);
          expect(printed.code, printed.err).toBe(0);
        }),
        { numRuns: 20 },
      );
    },
  );

  it.each(COMMANDS.slice(0, 9).map((args) => [args.join(" "), args] as const))(
    "stays the same JSON: %s",
    async (_, args) => {
      await fc.assert(
        fc.asyncProperty(hostileText, async (evil) => {
          const answer = (path: string) => Response.json(LISTS[path]?.(evil) ?? null);
          const { out } = await run([...args, "--json"], answer);
          expect(out).not.toMatch(CONTROLS);
          expect(JSON.stringify(JSON.parse(out))).toContain(JSON.stringify(evil).slice(1, -1));
        }),
        { numRuns: 20 },
      );
    },
  );

  it("never controls the terminal: CSV, whose line breaks stay", async () => {
    const { out } = await run(
      ["values", ID, "t", "--csv"],
      () => new Response("at,value\r\n1,\u001b[2J\r\n2,\r3"),
    );
    expect(out).toBe("at,value\r\n1,\\x1b[2J\r\n2,\\r3");
  });

  it.each([
    (evil: string) => Response.json({ detail: evil }, { status: 400 }),
    (evil: string) => Response.json({ errors: { [evil]: [evil] } }, { status: 400 }),
    (evil: string) => Response.json({ errors: { a: { b: evil } } }, { status: 400 }),
    (evil: string) => Response.json({ errors: evil }, { status: 500 }),
    (evil: string) => new Response(evil, { status: 502 }),
    (evil: string) => new Response(evil),
    () => new Response(null, { status: 302, headers: { Location: "https://a\u009b31m.example" } }),
    (evil: string) => Response.json({ not: [evil] }),
  ])("never controls the terminal: error %#", async (answer) => {
    await fc.assert(
      fc.asyncProperty(hostileText, async (evil) => {
        const { out, err, code } = await run(["devices"], () => answer(evil));
        expect(out + err).not.toMatch(CONTROLS);
        expect(code).not.toBe(0);
      }),
      { numRuns: 20 },
    );
  });
});

describe("an address without a scheme", () => {
  it.each([
    ["yard.example", "https://yard.example"],
    ["yard.example:8443", "https://yard.example:8443"],
    ["192.168.1.20:8787", "https://192.168.1.20:8787"],
    ["127.0.0.1.example", "https://127.0.0.1.example"],
    ["localhost:8787", "http://localhost:8787"],
    ["127.0.0.1", "http://127.0.0.1"],
    ["[::1]:8787", "http://[::1]:8787"],
    ["http://yard.example/page", "http://yard.example"],
  ])("%s is %s", (text, origin) => {
    expect(originOf(text)).toBe(origin);
  });
});

const NAMES = fc.oneof(
  fc.string(),
  fc
    .array(
      fc.constantFrom(
        "..",
        "/",
        "\\",
        "C:",
        "con",
        "NUL",
        ".",
        " ",
        "values/",
        "a",
        "\u0000",
        "%2e",
        "README.txt",
      ),
    )
    .map((parts) => parts.join("")),
  fc.constantFrom(
    "../../x",
    "/etc/x",
    "..\\x",
    "aux.txt",
    "COM1.csv",
    "link",
    "values/link",
    "values/../../x",
    "a",
    "A",
    "",
    "é".repeat(300),
  ),
);
const bytesOf = async function* (text: string) {
  yield new TextEncoder().encode(text);
};

describe("the folder of an export", () => {
  let into: string;
  let outside: string;
  beforeEach(() => {
    const place = mkdtempSync(join(root, "place-"));
    into = join(place, "into");
    outside = join(place, "outside");
    mkdirSync(join(into, "values"), { recursive: true });
    mkdirSync(outside);
    writeFileSync(join(outside, "file"), "mine");
    for (const name of ["link", "README.txt", "values/link"])
      symlinkSync(join(outside, "file"), join(into, name));
  });

  it("holds every file, whatever its name: none is written elsewhere, and none over another", async () => {
    const folder = new ExportFolder(into);
    const written = new Set<string>();
    await fc.assert(
      fc.asyncProperty(NAMES, async (name) => {
        const file = await folder.write(name, bytesOf("theirs"));
        const path = resolve(into, file);
        expect(path.startsWith(into + sep)).toBe(true);
        expect(written.has(file.toLowerCase())).toBe(false);
        written.add(file.toLowerCase());
        const { mode, isFile } = statSync(path);
        expect([isFile.call(statSync(path)), mode & 0o777, readFileSync(path, "utf8")]).toEqual([
          true,
          0o600,
          "theirs",
        ]);
      }),
    );
    expect(readdirSync(outside)).toEqual(["file"]);
    expect(readFileSync(join(outside, "file"), "utf8")).toBe("mine");
    expect(readdirSync(resolve(into, ".."))).toEqual(["into", "outside"]);
  });

  it("is refused where its folder for values is a link", async () => {
    rmSync(join(into, "values"), { recursive: true });
    symlinkSync(outside, join(into, "values"));
    expect(() => new ExportFolder(into)).toThrow("is no folder: remove it");
    expect(readdirSync(outside)).toEqual(["file"]);
  });

  it.each([
    ["mosquitto.acl", "mosquitto.acl"],
    [
      "0b6e1c1a-7f0e-4c6f-9b1f-1b8f6f6f4a52.temperature_c.csv",
      "0b6e1c1a-7f0e-4c6f-9b1f-1b8f6f6f4a52.temperature_c.csv",
    ],
    ["../x", "%2E.%2Fx"],
    ["con.csv", "_con.csv"],
    ["", "_"],
  ])("names %j as %j", (name, file) => {
    expect(safeFileName(name)).toBe(file);
  });

  it("holds the whole export of a hostile server", async () => {
    const evil = "../../../outside/x";
    const lists: Record<string, unknown> = {
      [CALLS.login.path]: { data: { token: "t" } },
      [CALLS.readUser.path]: { id: evil },
      "/v0/api-keys/": [{ key: evil }],
      "/v0/mqtt/channels/": [{ id: evil, series: {}, topic: evil }],
      "/v0/devices/on-off/": [{ id: evil, channels: [] }],
    };
    const answer = (path: string) => {
      if (path.endsWith("/values/")) return Response.json([{ key: evil, value: 1 }]);
      if (path.endsWith("/series/")) return new Response("at,value\r\n");
      return Response.json(lists[path] ?? []);
    };
    const { code, err, out } = await run(["export", "--email", "a@b.example", "--into", into], answer);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain(
      "Wrote README.txt, account.json, security.json, mosquitto.passwd, mosquitto.acl into",
    );
    expect(readdirSync(outside)).toEqual(["file"]);
    expect(readFileSync(join(outside, "file"), "utf8")).toBe("mine");
    expect(readdirSync(join(into, "values")).length).toBeGreaterThan(1);
    expect(existsSync(join(root, "x"))).toBe(false);
  });
});
