/** What `switchyard import` reads from a disk, and the sentence for what it cannot read. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readImportFile } from "../../../worker/cli/import-files.ts";
import { main } from "../../../worker/cli/main.ts";

const folder = mkdtempSync(join(tmpdir(), "switchyard-import-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = (name: string, data: string | Uint8Array): string => {
  writeFileSync(join(folder, name), data);
  return join(folder, name);
};

const LAMP = "b0000000-0000-4000-8000-000000000001";
const ACCOUNT = {
  user: { id: "a" },
  api_keys: [],
  channels: [],
  credentials: [],
  devices: [{ id: LAMP, name: "Lamp", channels: [] }],
};

it("the folder of an export is read as its archive", () => {
  const exported = join(folder, "exported");
  mkdirSync(join(exported, "values"), { recursive: true });
  writeFileSync(join(exported, "account.json"), JSON.stringify(ACCOUNT));
  writeFileSync(join(exported, "mosquitto.passwd"), "");
  writeFileSync(join(exported, "values", `${LAMP}.a%2Eb.csv`), "at,value\r\n");
  writeFileSync(join(exported, "values", "2-x.csv"), "");
  const source = readImportFile(exported, 0);
  expect(source.account).toMatchObject({ devices: ACCOUNT.devices, watches: [] });
  expect(source.values).toEqual([{ id: LAMP, key: "a.b", csv: "at,value\r\n" }]);
  expect(source.unknown).toEqual(["values/2-x.csv"]);
});

describe("one sentence, and nothing is asked of a server", () => {
  it.each<[string, () => string, RegExp]>([
    ["a missing file", () => join(folder, "none.zip"), /none\.zip cannot be read: ENOENT/],
    ["plain text named as an archive", () => file("a.zip", "x"), /^This file is not a whole zip archive/],
    ["a folder without an export", () => folder, /^This is no export of Switchyard/],
    ["a binary file", () => file("a.conf", new Uint8Array([0, 1, 2])), /^The configuration is no text file/],
    [
      "a password file that is missing",
      () => file("b.conf", "password_file /none/passwd\n"),
      /^\/none\/passwd cannot be read/,
    ],
    [
      "a binary ACL file",
      () => {
        file("passwd", "ada:x\n");
        file("acl", new Uint8Array([0xff, 0x00]));
        return file("c.conf", "password_file passwd\nacl_file acl\n");
      },
      /^The ACL file is no text file/,
    ],
  ])("%s", async (_, make, sentence) => {
    let err = "";
    const stderr = {
      write(text: string | Uint8Array) {
        err += String(text);
        return true;
      },
    };
    const fetching = () => Promise.reject(new Error("A server was asked."));
    expect(await main(["import", make()], { environment: {}, stderr, fetch: fetching })).toBe(2);
    expect(err).toMatch(sentence);
    expect(err.trimEnd()).not.toContain("\n");
  });

  it("a file beyond the bound", () => {
    expect(() => readImportFile(file("large.zip", "x".repeat(100)), 99)).toThrow("more than 99 bytes");
  });
});
