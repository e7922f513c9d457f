import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { main } from "../../../worker/local/account.ts";
import { accountName } from "../../../worker/secrets/account-name.ts";

const ID = "0b0e4b0a-6c0c-4d0e-8f00-000000000001";
const NAME = accountName(ID);
let folder = "";
let printed = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "switchyard-account-"));
  const place = join(folder, "v3/d1/miniflare-D1DatabaseObject");
  mkdirSync(place, { recursive: true });
  const database = new DatabaseSync(join(place, "one.sqlite"));
  database.exec("CREATE TABLE users (id TEXT, email TEXT)");
  const insert = database.prepare("INSERT INTO users VALUES (?, ?)");
  insert.run(ID, "ada@example.org");
  insert.run("0b0e4b0a-6c0c-4d0e-8f00-000000000002", "ben@example.org");
  database.close();
  vi.stubEnv("STATE_DIR", folder);
  printed = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += String(text);
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

test("finds whose lines in the log are whose, by any of its names [T67]", async () => {
  for (const who of [NAME, NAME.toUpperCase(), ID, "Ada@Example.org"]) {
    printed = "";
    expect(await main([who])).toBe(0);
    expect(printed).toBe(`account  ${NAME}\nid       ${ID}\ne-mail   ada@example.org\n`);
  }
});

test("takes no statement for a name, and says when nobody has it", async () => {
  await expect(main(["x' OR '1'='1"])).rejects.toThrow("Say whose");
  await expect(main([])).rejects.toThrow("Say whose");
  await expect(main(["nobody@example.org"])).rejects.toThrow("There is no account nobody@example.org.");
});

test("the name is the same wherever it is made, and tells nothing of the id", () => {
  expect(NAME).toBe("338f11f434cfd389");
  for (const part of ID.split("-")) expect(NAME).not.toContain(part.slice(0, 4));
});
