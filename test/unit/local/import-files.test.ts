/** What `switchyard import` reads from a disk, and the sentence for what it cannot read. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
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
  const source = readImportFile(exported, { maxBytes: 0 });
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
    expect(() => readImportFile(file("large.zip", "x".repeat(100)), { maxBytes: 99 })).toThrow(
      "more than 99 bytes",
    );
  });
});

describe("a Mosquitto", () => {
  const ACL = "user ada\ntopic home/#\n";
  const setUp = (name: string, files: Record<string, string>): string => {
    const root = join(folder, name);
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return join(root, "mosquitto.conf");
  };

  it("of a container is read from the files beside its configuration", () => {
    const path = setUp("container", {
      "mosquitto.conf": "password_file /mosquitto/config/passwd\nacl_file /mosquitto/config/acl\n",
      passwd: "ada:x\n",
      acl: ACL,
    });
    const { account, notes } = readImportFile(path, { maxBytes: 0 });
    expect(account.credentials.map(({ username }) => username)).toEqual(["ada"]);
    expect(notes).toEqual([
      `/mosquitto/config/passwd is not there: ${join(folder, "container", "passwd")} is read instead.`,
      `/mosquitto/config/acl is not there: ${join(folder, "container", "acl")} is read instead.`,
    ]);
  });

  it("of Debian is read with its conf.d", () => {
    const path = setUp("debian", {
      "mosquitto.conf": "include_dir /nowhere/mosquitto/conf.d\n",
      "conf.d/local.conf": "password_file /nowhere/mosquitto/passwd\nacl_file /nowhere/mosquitto/acl\n",
      "conf.d/notes.txt": "password_file /none\n",
      passwd: "ada:x\n",
      acl: ACL,
    });
    const { account } = readImportFile(path, { maxBytes: 0 });
    expect(account.credentials.map(({ grants }) => grants?.[0]?.filter)).toEqual(["home/#"]);
  });

  it("with a plugin gives nobody rights, and one may say otherwise", () => {
    const path = setUp("plugin", {
      "mosquitto.conf": "password_file passwd\nplugin /usr/lib/go-auth.so\n",
      passwd: "ada:x\n",
    });
    const source = readImportFile(path, { maxBytes: 0 });
    expect(source.account.credentials).toEqual([]);
    expect(source.lost?.map(({ what, action }) => [what, action])).toEqual([
      ['user "ada" of Mosquitto', "lost"],
    ]);
    expect(readImportFile(path, { maxBytes: 0, withoutAcl: true }).account.credentials).toHaveLength(1);
  });
});
