import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { main, type Place } from "../../../../worker/local/rotate-secrets.ts";
import { newKey } from "../../../../worker/secrets/new-secrets.ts";
import { holderOf, operatorKeys } from "../../../../worker/secrets/operator-keys.ts";

let folder = "";
let printed = "";
let place: Partial<Place>;
/** What was written to the deployed Worker. */
let put: string[] = [];
const [ANNA, BEN] = [newKey(), newKey()];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "switchyard-secrets-"));
  [printed, put] = ["", []];
  place = {
    file: join(folder, ".dev.vars"),
    operatorFile: join(folder, ".operator.env"),
    stateDirectory: folder,
    wrangler: async (args, input = "") => {
      expect(args).toEqual(["secret", "put", "OPERATOR_KEYS"]);
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

const keysIn = (file = "") => /^OPERATOR_KEYS=(.*)$/m.exec(readFileSync(file, "utf8"))?.[1]?.split(",") ?? [];
const rotate = (...options: string[]) => main(["--operator", ...options], place);

test("on this machine the new key takes the name of the first, two of which hold; others keep theirs [T242]", async () => {
  writeFileSync(place.file ?? "", `LOOKUP_KEY=x\nOPERATOR_KEYS=anna:${ANNA},ben:${BEN}\n`);
  await rotate();
  const [first = "", ...before] = keysIn(place.file);
  expect(before).toEqual([`anna:${ANNA}`, `ben:${BEN}`]);
  const keys = operatorKeys([first, ...before].join(",")) ?? [];
  expect([first.slice(5), ANNA, BEN].map((key) => holderOf(keys, key))).toEqual(["anna", "anna", "ben"]);
  await rotate();
  const [second = "", ...held] = keysIn(place.file);
  expect(held).toEqual([first, `ben:${BEN}`]);
  await rotate("--retire");
  expect(keysIn(place.file)).toEqual([second, `ben:${BEN}`]);
  expect(readFileSync(place.file ?? "", "utf8")).toContain("LOOKUP_KEY=x\n");
  for (const key of [ANNA, BEN, first.slice(5), second.slice(5)]) expect(printed).not.toContain(key);
});

test("deployed, the Worker has the new key before the file, which stays where that fails [T242]", async () => {
  writeFileSync(place.operatorFile ?? "", `OPERATOR_KEYS=${ANNA}\n`);
  await rotate("--remote");
  const [first, ...before] = keysIn(place.operatorFile);
  expect(before).toEqual([ANNA]);
  await rotate("--remote", "--retire");
  expect(keysIn(place.operatorFile)).toEqual([first]);
  expect(put).toEqual([`${first},${ANNA}`, first]);
  place.wrangler = async () => ({ code: 1, output: "You are not logged in." });
  await expect(rotate("--remote")).rejects.toMatchObject({ name: "Problem" });
  expect(keysIn(place.operatorFile)).toEqual([first]);
});

test("one list at a time", async () => {
  await expect(rotate("--bridge")).rejects.toMatchObject({
    name: "Problem",
    message: "--lookup or --bridge or --operator: one after the other.",
  });
});
