/** What `switchyard import` reads from a disk, and the sentence for what it cannot read. */

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readImportFile } from "../../../worker/cli/import-files.ts";
import { main } from "../../../worker/cli/main.ts";

const folder = mkdtempSync(join(tmpdir(), "switchyard-import-"));
// a folder of ten thousand is among them
afterAll(() => rmSync(folder, { recursive: true, force: true }), 60_000);
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

describe("the folder of an export is refused", () => {
  const folderWith = (change: (at: string) => void): string => {
    const at = mkdtempSync(join(folder, "export-"));
    mkdirSync(join(at, "values"));
    writeFileSync(join(at, "account.json"), JSON.stringify(ACCOUNT));
    change(at);
    return at;
  };
  const values = (at: string) => join(at, "values", `${LAMP}.a.csv`);
  const secret = () => file("secret.csv", "at,value\r\n");

  it.each<[string, (at: string) => void, number, RegExp]>([
    ["with a linked file", (at) => symlinkSync(secret(), values(at)), 0, /is a symbolic link/],
    [
      "with a link inside it",
      (at) => symlinkSync(join(at, "account.json"), values(at)),
      0,
      /is a symbolic link/,
    ],
    ["with a link to nothing", (at) => symlinkSync("/none", values(at)), 0, /is a symbolic link/],
    [
      "with a linked folder",
      (at) => symlinkSync(folder, join(at, "values", "more")),
      0,
      /values\/more is a symbolic link/,
    ],
    [
      "whose folder of values is a link",
      (at) => {
        rmSync(join(at, "values"), { recursive: true });
        symlinkSync(folder, join(at, "values"));
      },
      0,
      /values is a symbolic link/,
    ],
    [
      "whose account is a link",
      (at) => {
        rmSync(join(at, "account.json"));
        symlinkSync(file("account-elsewhere.json", "{}"), join(at, "account.json"));
      },
      0,
      /account\.json is a symbolic link/,
    ],
    [
      "with a pipe",
      (at) => execFileSync("mkfifo", [values(at)]),
      0,
      /is no file, and an export has only files/,
    ],
    ["of too many bytes", (at) => writeFileSync(values(at), "x".repeat(2000)), 1500, /more than 1500 bytes/],
    [
      "with a binary file",
      (at) => writeFileSync(values(at), new Uint8Array([0xff])),
      0,
      /is no text in UTF-8/,
    ],
    [
      "with too many folders",
      (at) => {
        for (let n = 0; n <= 10_000; n++) mkdirSync(join(at, "values", String(n)));
      },
      0,
      /more than 10000 files/,
    ],
  ])("%s", (_, change, maxBytes, sentence) => {
    expect(() => readImportFile(folderWith(change), { maxBytes })).toThrow(sentence);
  });
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
