import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { bridgeKeys } from "../../../../worker/gateway/client-header.ts";
import { ensureLocalSecrets } from "../../../../worker/local/local-secrets.ts";
import { main, type Place } from "../../../../worker/local/rotate-secrets.ts";

let folder = "";
let printed = "";
let place: Partial<Place>;
/** What was written to the deployed Worker. */
let put: string[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "switchyard-secrets-"));
  [printed, put] = ["", []];
  place = {
    file: join(folder, ".dev.vars"),
    bridgeFile: join(folder, ".bridge.env"),
    stateDirectory: folder,
    wrangler: async (args, input = "") => {
      expect(args).toEqual(["secret", "put", "BRIDGE_KEYS"]);
      put.push(input);
      return { code: 0, output: "" };
    },
  };
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    printed += String(text);
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const linesOf = (file = "") => readFileSync(file, "utf8");
function keysIn(file = ""): string[] {
  const keys = /^BRIDGE_KEYS=(.*)$/m.exec(linesOf(file))?.[1] ?? "";
  expect(bridgeKeys(keys)).not.toBeNull();
  return keys.split(",");
}
const rotate = (...options: string[]) => main(["--bridge", ...options], place);

describe("on this machine", () => {
  test("a new key comes first, the last one goes, and the rest of the file stays [T174]", async () => {
    ensureLocalSecrets(place.file ?? "");
    const rest = linesOf(place.file).replace(/^BRIDGE_KEYS=.*$/m, "");
    const [first] = keysIn(place.file);
    await rotate();
    const [second, ...before] = keysIn(place.file);
    expect(before).toEqual([first]);
    await rotate();
    const [third, ...held] = keysIn(place.file);
    expect([held, third === second]).toEqual([[second], false]);
    await rotate("--retire");
    expect(keysIn(place.file)).toEqual([third]);
    expect(linesOf(place.file).replace(/^BRIDGE_KEYS=.*$/m, "")).toBe(rest);
    expect(statSync(place.file ?? "").mode & 0o077).toBe(0);
    for (const key of [first, second, third]) expect(printed).not.toContain(key);
  });

  test("without a file, or a line in it, nothing is made", async () => {
    await expect(rotate()).rejects.toMatchObject({ name: "Problem" });
    writeFileSync(place.file ?? "", "LOOKUP_KEY=x\n");
    await expect(rotate()).rejects.toMatchObject({
      name: "Problem",
      message: expect.stringContaining("BRIDGE_KEYS"),
    });
    expect(linesOf(place.file)).toBe("LOOKUP_KEY=x\n");
  });
});

describe("deployed", () => {
  test("the Worker has the keys before any bridge can, and what it has stands in the bridges' file [T174]", async () => {
    await rotate("--remote");
    const [first] = keysIn(place.bridgeFile);
    expect(put).toEqual([first]);
    expect(statSync(place.bridgeFile ?? "").mode & 0o077).toBe(0);
    await rotate("--remote");
    const both = keysIn(place.bridgeFile);
    expect(both).toHaveLength(2);
    expect(both[1]).toBe(first);
    await rotate("--remote", "--retire");
    expect(keysIn(place.bridgeFile)).toEqual([both[0]]);
    expect(put).toEqual([first, both.join(","), both[0]]);
    expect(existsSync(place.file ?? "")).toBe(false);
    expect(printed).not.toContain(first);
  });

  test("a Worker that takes no key leaves the file as it was", async () => {
    await rotate("--remote");
    const before = linesOf(place.bridgeFile);
    place.wrangler = async () => ({ code: 1, output: "You are not logged in." });
    await expect(rotate("--remote")).rejects.toMatchObject({
      name: "Problem",
      message: expect.stringContaining("You are not logged in."),
    });
    expect(linesOf(place.bridgeFile)).toBe(before);
  });

  test("what was never kept cannot be retired", async () => {
    await expect(rotate("--remote", "--retire")).rejects.toMatchObject({ name: "Problem" });
    expect(put).toEqual([]);
  });
});
