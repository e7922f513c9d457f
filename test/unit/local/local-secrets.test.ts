import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, it } from "vitest";
import { checkSecrets, ensureLocalSecrets, secretsFile } from "../../../worker/local/local-secrets.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "switchyard-secrets-"));
  file = join(folder, ".dev.vars");
});
afterEach(() => rmSync(folder, { recursive: true }));

it("makes the secrets once, readable for their owner only", () => {
  expect(ensureLocalSecrets(file)).toEqual([
    "SEAL_KEYS",
    "LOOKUP_KEY",
    "VAPID_KEYS",
    "BRIDGE_KEYS",
    "OPERATOR_KEYS",
  ]);
  const made = readFileSync(file, "utf8");
  expect(made).toMatch(/^(?:[A-Z_]+=k[0-9a-f]{8}:\S{44}\n){5}$/);
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(ensureLocalSecrets(file)).toEqual([]);
  expect(readFileSync(file, "utf8")).toBe(made);
});

it("adds missing secrets and keeps existing ones", () => {
  writeFileSync(file, "SEAL_KEYS=kmine:abc\nMAIL_FROM=me@example.org");
  expect(ensureLocalSecrets(file)).toEqual(["LOOKUP_KEY", "VAPID_KEYS", "BRIDGE_KEYS", "OPERATOR_KEYS"]);
  expect(readFileSync(file, "utf8")).toMatch(
    /^SEAL_KEYS=kmine:abc\nMAIL_FROM=me@example.org\n(?:[A-Z_]+=k[0-9a-f]{8}:\S{44}\n){4}$/,
  );
});

it("stand in the clone, or beside the data where the clone is read-only", () => {
  const [clone, state] = [join(folder, "clone"), join(folder, "state")];
  for (const each of [clone, state]) mkdirSync(each);
  expect(secretsFile(state, clone)).toBe(join(clone, ".dev.vars"));
  chmodSync(clone, 0o555);
  // root may write everywhere
  if (process.getuid?.() !== 0) expect(secretsFile(state, clone)).toBe(join(state, ".dev.vars"));
  chmodSync(clone, 0o755);
  writeFileSync(join(clone, ".dev.vars"), "");
  expect(secretsFile(state, clone)).toBe(join(clone, ".dev.vars"));
  writeFileSync(join(state, ".dev.vars"), "");
  expect(secretsFile(state, clone)).toBe(join(state, ".dev.vars"));
});

it("makes none beside data sealed with lost ones [F438]", () => {
  const databases = join(folder, "v3/d1/miniflare-D1DatabaseObject");
  mkdirSync(databases, { recursive: true });
  const database = new DatabaseSync(join(databases, "a.sqlite"));
  database.exec("CREATE TABLE users (id TEXT)");
  expect(() => checkSecrets(file, folder)).not.toThrow();
  database.exec("INSERT INTO users VALUES ('somebody')");
  database.close();
  expect(() => checkSecrets(file, folder)).toThrow("has no SEAL_KEYS: new keys could not open");
  writeFileSync(file, "SEAL_KEYS=kmine:abc\n");
  expect(() => checkSecrets(file, folder)).not.toThrow();
});
