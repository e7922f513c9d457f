import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ensureLocalSecrets } from "../../../../worker/local/local-secrets.ts";
import { main } from "../../../../worker/local/rotate-secrets.ts";
import type { Wrangler } from "../../../../worker/local/wrangler.ts";

let folder = "";
let file = "";
let database: DatabaseSync;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "switchyard-lookup-"));
  file = join(folder, ".dev.vars");
  ensureLocalSecrets(file);
  const place = join(folder, "v3/d1/miniflare-D1DatabaseObject");
  mkdirSync(place, { recursive: true });
  database = new DatabaseSync(join(place, "0.sqlite"));
  database.exec(`CREATE TABLE users (id); CREATE TABLE api_keys (key_hash);
    CREATE TABLE reset_links (email_hash); INSERT INTO users VALUES ('u1')`);
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
  database.close();
  rmSync(folder, { recursive: true });
});

const linesOf = () => readFileSync(file, "utf8");
const keys = () => /^LOOKUP_KEY=(.*)$/m.exec(linesOf())?.[1]?.split(",") ?? [];
const rotate = (...options: string[]) => main(["--lookup", ...options], { file, stateDirectory: folder });
/** Where a row may say which key it needs, each alone. */
const NEEDS = [
  (kid: string) => database.prepare("INSERT INTO api_keys VALUES (?)").run(`${kid}.hash`),
  (kid: string) => database.prepare("INSERT INTO reset_links VALUES (?)").run(`${kid}.hash`),
];
const nothingNeeds = () => database.exec("DELETE FROM api_keys; DELETE FROM reset_links");

test("a new key comes first with a name, and the old one stays as long as a row needs it [F194]", async () => {
  const [first = ""] = keys();
  const others = linesOf().replace(/^LOOKUP_KEY=.*$/m, "");
  await rotate();
  const [second = "", ...old] = keys();
  expect([second, old]).toEqual([expect.stringMatching(/^k[0-9a-f]{8}:[A-Za-z0-9+/]{43}=$/), [first]]);
  for (const need of NEEDS) {
    nothingNeeds();
    need(first.slice(0, 9));
    await expect(rotate("--retire")).rejects.toMatchObject({
      name: "Problem",
      message: expect.stringMatching(/^1 value is still looked up with an older key/),
    });
    expect(keys()).toEqual([second, first]);
  }
  nothingNeeds();
  await rotate("--retire");
  expect(keys()).toEqual([second]);
  expect(linesOf().replace(/^LOOKUP_KEY=.*$/m, "")).toBe(others);
});

test("a deployed product gets it where no row needs what stands there [F194]", async () => {
  const remote = async (uses: Record<string, number>, ...options: string[]) => {
    const calls: string[] = [];
    const wrangler: Wrangler = async (args, input) => {
      const results = Object.entries(uses).map(([kid, count]) => ({ kid, count }));
      calls.push(args[0] === "d1" ? "asked" : `${args.join(" ")} ${input?.slice(0, 1)}`);
      return { code: 0, output: JSON.stringify([{ results }]) };
    };
    await main(["--lookup", "--remote", ...options], { wrangler });
    return calls.slice(1);
  };
  expect(await remote({ kabcdef01: 3 })).toEqual(["secret put LOOKUP_KEY_A a"]);
  expect(await remote({ "a1795000000-00000000": 3 })).toEqual(["secret put LOOKUP_KEY_B b"]);
  expect(await remote({ "a1795000000-00000000": 3 }, "--retire")).toEqual(["secret delete LOOKUP_KEY y"]);
  for (const uses of [{ kabcdef01: 3 }, { kabcdef01: 1, "a1795000000-00000000": 3 }]) {
    await expect(remote(uses, "--retire")).rejects.toMatchObject({ name: "Problem" });
  }
});

test("one secret at a time", async () => {
  await expect(rotate("--bridge")).rejects.toMatchObject({ name: "Problem" });
});
