import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  type KeyListName,
  matchingKeyId,
  newKey,
  newNamedKey,
  parseKeys,
} from "../../../../worker/keys/keys.ts";
import { SEALED_COLUMNS } from "../../../../worker/keys/rotation.ts";
import { ensureLocalSecrets } from "../../../../worker/local/local-secrets.ts";
import { main, type RotateContext } from "../../../../worker/local/rotate-secrets.ts";

let folder = "";
let printed = "";
let place: Partial<RotateContext>;
/** Secrets sent to the deployed Worker, and how many of its values need each key. */
let put: string[] = [];
let uses: Record<string, number> = {};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "switchyard-secrets-"));
  [printed, put, uses] = ["", [], {}];
  const wrangler: RotateContext["wrangler"] = async (args, input = "") => {
    if (args[0] === "secret") put.push(`${args.slice(1).join(" ")} ${input}`);
    const results = Object.entries(uses).map(([kid, count]) => ({ kid, count }));
    return { code: 0, output: args[0] === "d1" ? `Reading\n${JSON.stringify([{ results }])}` : "" };
  };
  place = { folder, stateDirectory: folder, wrangler };
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += String(text);
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const here = () => join(folder, ".dev.vars");
const textOf = (file: string) => readFileSync(join(folder, file), "utf8");
const keysIn = (name: KeyListName, file = ".dev.vars") =>
  new RegExp(`^${name}=(.*)$`, "m").exec(textOf(file))?.[1]?.split(",") ?? [];
const rotate = (...options: (string | undefined)[]) =>
  main(
    options.filter((option) => option !== undefined),
    place,
  );
const idOf = (key = "") => key.slice(0, key.indexOf(":"));
const problem = (message: RegExp) => ({ name: "UserError", message: expect.stringMatching(message) });

/** A local database in which one value of this column needs this key. */
function needs(kid: string, { table, column, form }: (typeof STORED)[number]): void {
  const at = join(folder, "v3/d1/miniflare-D1DatabaseObject");
  mkdirSync(at, { recursive: true });
  const database = new DatabaseSync(join(at, "0.sqlite"));
  database.exec("CREATE TABLE IF NOT EXISTS users (id); INSERT INTO users VALUES ('u')");
  for (const [name, columns] of Map.groupBy(STORED, (each) => each.table)) {
    database.exec(
      `DROP TABLE IF EXISTS ${name}; CREATE TABLE ${name} (${columns.map((each) => each.column)})`,
    );
  }
  database.prepare(`INSERT INTO ${table} (${column}) VALUES (?)`).run(form(kid));
  database.close();
}
const sealed = (kid: string) => `v1.${kid}.AAAA.BBBB`;
const hashed = (kid: string) => `${kid}.hash`;
const STORED: { name: KeyListName; table: string; column: string; form: (kid: string) => string }[] = [
  ...SEALED_COLUMNS.map(({ table, column }) => ({ name: "SEAL_KEYS" as const, table, column, form: sealed })),
  { name: "LOOKUP_KEY", table: "api_keys", column: "key_hash", form: hashed },
  { name: "LOOKUP_KEY", table: "reset_links", column: "email_hash", form: hashed },
];

const LISTS: [KeyListName, string | undefined, string][] = [
  ["SEAL_KEYS", undefined, ".keys.env"],
  ["LOOKUP_KEY", "--lookup", ".keys.env"],
  ["VAPID_KEYS", "--vapid", ".keys.env"],
  ["BRIDGE_KEYS", "--bridge", ".bridge.env"],
  ["OPERATOR_KEYS", "--operator", ".operator.env"],
];

describe.each(LISTS)("%s", (name, option, keptIn) => {
  test("on this machine a new key comes first, old ones are dropped on request, and the rest of the file stays [T174]", async () => {
    ensureLocalSecrets(here());
    writeFileSync(here(), `${textOf(".dev.vars")}# mine\n${name}_NOTE=x\n`);
    const rest = () => textOf(".dev.vars").replace(new RegExp(`^${name}=.*$`, "m"), "");
    const [before, [first]] = [rest(), keysIn(name)];
    await rotate(option);
    const [second, ...old] = keysIn(name);
    expect(parseKeys(name, `${second},${first}`)).toHaveLength(2);
    expect(old).toEqual([first]);
    await rotate(option, "--retire");
    expect(keysIn(name)).toEqual([second]);
    expect(rest()).toBe(before);
    expect(statSync(here()).mode & 0o077).toBe(0);
    expect(existsSync(`${here()}.new`)).toBe(false);
    for (const key of [first, second]) expect(printed).not.toContain(key);
  });

  test("deployed, the Worker has the new key before the file [T174] [T242]", async () => {
    const first = option === "--bridge" ? newKey() : newNamedKey();
    writeFileSync(join(folder, keptIn), `# kept\n${name}="${first}"\n`);
    await rotate(option, "--remote");
    const [second] = keysIn(name, keptIn).map((key) => key.replaceAll('"', ""));
    expect(textOf(keptIn)).toBe(`# kept\n${name}="${second},${first}"\n`);
    expect(statSync(join(folder, keptIn)).mode & 0o077).toBe(0);
    await rotate(option, "--remote", "--retire");
    expect(textOf(keptIn)).toBe(`# kept\n${name}="${second}"\n`);
    expect(put).toEqual([`put ${name} ${second},${first}`, `put ${name} ${second}`]);
    expect([printed.includes(first), existsSync(here())]).toEqual([false, false]);
  });

  test("a Worker that rejects a key leaves the file unchanged", async () => {
    writeFileSync(join(folder, keptIn), `${name}=${newNamedKey()}\n`);
    const before = textOf(keptIn);
    place.wrangler = async ([what]) =>
      what === "d1" ? { code: 0, output: '[{"results":[]}]' } : { code: 1, output: "You are not logged in." };
    await expect(rotate(option, "--remote")).rejects.toMatchObject(problem(/You are not logged in/));
    expect(textOf(keptIn)).toBe(before);
  });

  test("without a file, or a line in it, no key is made or sent", async () => {
    await expect(rotate(option)).rejects.toMatchObject(problem(/npm start/));
    await expect(rotate(option, "--remote", "--retire")).rejects.toMatchObject(problem(/npm run deploy/));
    writeFileSync(here(), "MAX_USERS=3\n");
    await expect(rotate(option)).rejects.toMatchObject(problem(new RegExp(name)));
    writeFileSync(here(), `${name}=\n`);
    await expect(rotate(option, "--retire")).rejects.toMatchObject(problem(/has no keys/));
    expect([textOf(".dev.vars"), put]).toEqual([`${name}=\n`, []]);
  });
});

test.each(STORED)(
  "no key of $name is dropped that a value of $table ($column) needs [F81] [F194]",
  async (stored) => {
    const option = stored.name === "LOOKUP_KEY" ? "--lookup" : undefined;
    ensureLocalSecrets(here());
    await rotate(option);
    const [fresh, old] = keysIn(stored.name);
    needs(idOf(old), stored);
    await expect(rotate(option, "--retire")).rejects.toMatchObject(problem(/^1 value needs a key/));
    expect(keysIn(stored.name)).toEqual([fresh, old]);
    needs(idOf(fresh), stored);
    await rotate(option, "--retire");
    expect(keysIn(stored.name)).toEqual([fresh]);
  },
);

test.each(LISTS.slice(0, 2))(
  "deployed, a value keeps its key in %s, also with an old file [F81] [F194]",
  async (name, option, keptIn) => {
    const first = newNamedKey();
    writeFileSync(join(folder, keptIn), `${name}=${first}\n`);
    uses = { [idOf(first)]: 7 };
    await rotate(option, "--remote");
    const [second] = keysIn(name, keptIn);
    expect(second).toMatch(/^k\d{10}-[0-9a-f]{8}:/);
    await expect(rotate(option, "--remote", "--retire")).rejects.toMatchObject(
      problem(/^7 values need a key/),
    );
    uses = { [idOf(second)]: 7 };
    await rotate(option, "--remote", "--retire");
    uses = { "k1794000000-00000000": 3, [idOf(second)]: 4 };
    await expect(rotate(option, "--remote")).rejects.toMatchObject(problem(/^3 values need a key .*k1794/));
    expect([keysIn(name, keptIn), put.length]).toEqual([[second], 2]);
  },
);

test("without a file, keys of bridges and operators start anew; keys that values need do not", async () => {
  for (const [name, option, keptIn] of LISTS.slice(2)) {
    await rotate(option, "--remote");
    expect(put).toEqual([`put ${name} ${keysIn(name, keptIn)}`]);
    put = [];
  }
  await expect(rotate("--remote")).rejects.toMatchObject(problem(/\.keys\.env/));
  await expect(rotate("--lookup", "--remote")).rejects.toMatchObject(problem(/\.keys\.env/));
  expect(put).toEqual([]);
});

test("an operator's new key gets the name of the first; other operators' keys stay [T242]", async () => {
  const [anna, ben] = [newKey(), newKey()];
  writeFileSync(here(), `OPERATOR_KEYS=anna:${anna},ben:${ben}\n`);
  await rotate("--operator");
  const [first = "", ...before] = keysIn("OPERATOR_KEYS");
  expect(before).toEqual([`anna:${anna}`, `ben:${ben}`]);
  const keys = parseKeys("OPERATOR_KEYS", [first, ...before].join(","));
  expect([first.slice(5), anna, ben].map((key) => matchingKeyId(keys, key))).toEqual(["anna", "anna", "ben"]);
  await rotate("--operator", "--retire");
  expect(keysIn("OPERATOR_KEYS")).toEqual([first, `ben:${ben}`]);
});

test("takes one list at a time, and no other options", async () => {
  await expect(rotate("--all")).rejects.toMatchObject(problem(/Unknown option --all/));
  await expect(rotate("--lookup", "--bridge")).rejects.toMatchObject(
    problem(/^Give only one of --lookup, --vapid, --bridge, --operator\.$/),
  );
});
