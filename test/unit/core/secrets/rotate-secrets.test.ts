import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ensureLocalSecrets } from "../../../../worker/local/local-secrets.ts";
import { main } from "../../../../worker/local/rotate-secrets.ts";
import type { Wrangler } from "../../../../worker/local/wrangler.ts";
import { SEALED_COLUMNS } from "../../../../worker/secrets/sealed-columns.ts";

let folder = "";
let file = "";
let printed = "";
const keysIn = (text: string) => /^SEAL_KEYS=(.*)$/m.exec(text)?.[1]?.split(",") ?? [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "switchyard-secrets-"));
  file = join(folder, ".dev.vars");
  printed = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += String(text);
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const read = () => readFileSync(file, "utf8");
const here = () => ({ file, stateDirectory: folder });
const kidOf = (key: string) => key.slice(0, key.indexOf(":"));

/** A local database in which one value is sealed with this key. */
function sealedWith(kid: string): void {
  const place = join(folder, "v3/d1/miniflare-D1DatabaseObject");
  mkdirSync(place, { recursive: true });
  const database = new DatabaseSync(join(place, "0.sqlite"));
  database.exec(`CREATE TABLE IF NOT EXISTS users (id); INSERT INTO users VALUES ('u')`);
  for (const [table, columns] of Map.groupBy(SEALED_COLUMNS, (each) => each.table)) {
    const names = columns.map(({ column }) => column).join(", ");
    database.exec(`CREATE TABLE IF NOT EXISTS ${table} (${names})`);
  }
  database.exec("DELETE FROM api_keys");
  database.prepare("INSERT INTO api_keys (key_sealed) VALUES (?)").run(`v1.${kid}.AAAA.BBBB`);
  database.close();
}

test("what the first start makes can be rotated and retired, and the rest of the file stays", async () => {
  ensureLocalSecrets(file);
  writeFileSync(file, `${read()}# mine\nMAX_USERS=3\n`);
  const before = read();
  const [old = ""] = keysIn(before);

  expect(await main([], here())).toBe(0);
  const rotated = read();
  expect(keysIn(rotated)).toHaveLength(2);
  expect(keysIn(rotated)[1]).toBe(old);
  expect(rotated.replace(/^SEAL_KEYS=.*$/m, "")).toBe(before.replace(/^SEAL_KEYS=.*$/m, ""));
  expect(printed).not.toContain(old);
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(existsSync(`${file}.new`)).toBe(false);

  await main(["--retire"], here());
  expect(keysIn(read())).toEqual([keysIn(rotated)[0]]);
});

test("no key is dropped that a value still needs [F81]", async () => {
  ensureLocalSecrets(file);
  const [old = ""] = keysIn(read());
  await main([], here());
  const [fresh = ""] = keysIn(read());
  sealedWith(kidOf(old));
  await expect(main(["--retire"], here())).rejects.toMatchObject({
    name: "Problem",
    message: expect.stringMatching(/^1 value is still sealed with an older key/),
  });
  expect(keysIn(read())).toEqual([fresh, old]);
  sealedWith(kidOf(fresh));
  await main(["--retire"], here());
  expect(keysIn(read())).toEqual([fresh]);
});

/** A deployed product, whose secrets can be written but not read: what is asked of it is written down. */
function deployed(uses: Record<string, number>) {
  const asked: { args: string[]; input: string | undefined }[] = [];
  const wrangler: Wrangler = async (args, input) => {
    asked.push({ args, input });
    const results = Object.entries(uses).map(([kid, count]) => ({ kid, count }));
    return {
      code: 0,
      output: args[0] === "d1" ? `Reading\n${JSON.stringify([{ results, success: true }])}` : "",
    };
  };
  return { asked, wrangler };
}

const remote = async (options: string[], uses: Record<string, number>) => {
  const { asked, wrangler } = deployed(uses);
  await main(["--remote", ...options], { wrangler });
  return asked.slice(1).map(({ args, input }) => ({ call: args.join(" "), input }));
};

test("a deployed product gets its new key where no value needs what stands there [F81]", async () => {
  expect(await remote([], { k1a2b3c4d: 7 })).toEqual([
    {
      call: "secret put SEAL_KEYS_A",
      input: expect.stringMatching(/^a\d{10}-[0-9a-f]{8}:[A-Za-z0-9+/]{43}=$/),
    },
  ]);
  expect(await remote([], { "a1795000000-00000000": 7 })).toEqual([
    { call: "secret put SEAL_KEYS_B", input: expect.stringMatching(/^b\d{10}-/) },
  ]);
  expect(await remote([], { "b1795000000-00000000": 7 })).toMatchObject([{ call: "secret put SEAL_KEYS_A" }]);
  expect(await remote([], {})).toMatchObject([{ call: "secret put SEAL_KEYS_A" }]);
});

test("it is refused while the jobs have not sealed everything with the last one, and nothing is written [F81]", async () => {
  for (const options of [["--remote"], ["--remote", "--retire"]]) {
    const { asked, wrangler } = deployed({ "a1795000000-00000000": 3, "b1795000999-00000000": 4 });
    await expect(main(options, { wrangler })).rejects.toMatchObject({
      name: "Problem",
      message: expect.stringMatching(/^3 values are still sealed with an older key/),
    });
    expect(asked.map(({ args }) => args[0])).toEqual(["d1"]);
  }
});

test("its first list of keys goes when no value needs it, and not before [F81]", async () => {
  const calls = await remote(["--retire"], { "a1795000000-00000000": 7 });
  expect(calls).toMatchObject([{ call: "secret delete SEAL_KEYS" }]);
  await expect(remote(["--retire"], { k1a2b3c4d: 7 })).rejects.toMatchObject({ name: "Problem" });
  await expect(remote(["--retire"], {})).rejects.toMatchObject({ name: "Problem" });
});

test("one sentence when there is nothing to rotate, or wrangler does not succeed", async () => {
  await expect(main([], here())).rejects.toMatchObject({
    name: "Problem",
    message: expect.stringContaining("npm start"),
  });
  await expect(main(["--all"], here())).rejects.toMatchObject({ name: "Problem" });
  const wrangler: Wrangler = async () => ({ code: 1, output: "You are not logged in." });
  await expect(main(["--remote"], { wrangler })).rejects.toMatchObject({
    name: "Problem",
    message: expect.stringContaining("You are not logged in."),
  });
});
