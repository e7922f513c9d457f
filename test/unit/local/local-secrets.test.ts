import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ensureLocalSecrets } from "../../../worker/local/local-secrets.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "switchyard-secrets-"));
  file = join(folder, ".dev.vars");
});
afterEach(() => rmSync(folder, { recursive: true }));

it("makes the secrets once, for their owner's eyes only", () => {
  expect(ensureLocalSecrets(file)).toEqual(["SEAL_KEYS", "LOOKUP_KEY", "BRIDGE_KEYS", "OPERATOR_KEYS"]);
  const made = readFileSync(file, "utf8");
  expect(made).toMatch(
    /^SEAL_KEYS=k[0-9a-f]{8}:\S{44}\nLOOKUP_KEY=\S{44}\nBRIDGE_KEYS=\S{44}\nOPERATOR_KEYS=\S{44}\n$/,
  );
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(ensureLocalSecrets(file)).toEqual([]);
  expect(readFileSync(file, "utf8")).toBe(made);
});

it("adds what is missing and keeps what stands there", () => {
  writeFileSync(file, "SEAL_KEYS=kmine:abc\nMAIL_FROM=me@example.org");
  expect(ensureLocalSecrets(file)).toEqual(["LOOKUP_KEY", "BRIDGE_KEYS", "OPERATOR_KEYS"]);
  expect(readFileSync(file, "utf8")).toMatch(
    /^SEAL_KEYS=kmine:abc\nMAIL_FROM=me@example.org\nLOOKUP_KEY=\S{44}\nBRIDGE_KEYS=\S{44}\nOPERATOR_KEYS=\S{44}\n$/,
  );
});
