import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ensureLocalSecrets } from "../../../../worker/local/local-secrets.ts";
import { main } from "../../../../worker/local/rotate-secrets.ts";

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
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

test("what the first start makes can be rotated and retired, and the rest of the file stays", async () => {
  ensureLocalSecrets(file);
  writeFileSync(file, `${readFileSync(file, "utf8")}# mine\nMAX_USERS=3\n`);
  const before = readFileSync(file, "utf8");
  const [old] = keysIn(before);

  expect(await main([], file)).toBe(0);
  const rotated = readFileSync(file, "utf8");
  expect(keysIn(rotated)).toHaveLength(2);
  expect(keysIn(rotated)[1]).toBe(old);
  expect(rotated.replace(/^SEAL_KEYS=.*$/m, "")).toBe(before.replace(/^SEAL_KEYS=.*$/m, ""));
  expect(printed).toContain('"reseal_left":0');
  expect(printed).not.toContain(old);
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(existsSync(`${file}.new`)).toBe(false);

  await main(["--retire"], file);
  expect(keysIn(readFileSync(file, "utf8"))).toEqual([keysIn(rotated)[0]]);
});

test("prints the value for a deployed Worker, and touches no file", async () => {
  vi.stubEnv("SEAL_KEYS", "k1:abc");
  await main(["--print"], file);
  expect(printed).toMatch(/^k[0-9a-f]{8}:[A-Za-z0-9+/]{43}=,k1:abc\n$/);
  expect(existsSync(file)).toBe(false);
});

test("one sentence when there is nothing to rotate", async () => {
  await expect(main([], file)).rejects.toMatchObject({
    name: "Problem",
    message: expect.stringContaining("npm start"),
  });
  await expect(main(["--all"], file)).rejects.toMatchObject({ name: "Problem" });
  vi.stubEnv("SEAL_KEYS", "");
  await expect(main(["--print"], file)).rejects.toMatchObject({ name: "Problem" });
});
