/** Every file with keys, tokens or passwords: whole at any moment, and readable for its owner only. */

import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { root } from "../../../worker/local/paths.ts";
import { tightenSecretFile, writeSecretFile } from "../../../worker/local/secret-file.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "switchyard-files-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const KEY = `k0123abcd:${Buffer.alloc(32, 7).toString("base64")}`;
const OLD = `SEAL_KEYS=${KEY}\nMAIL_FROM=me@example.org\n`;
const LOGIN = '{"version":1,"url":"https://one.example","token":"old"}\n';

interface Writer {
  /** Its file in the folder, with the text before. */
  file: string;
  old: string;
  /** A module that writes the file; `folder` is a variable of it. */
  code: string;
}

const from = (path: string) => JSON.stringify(join(root, path));
const ROTATING = `import { main } from ${from("worker/local/rotate-secrets.ts")};
  const wrangler = async (args) => ({ code: 0, output: args[0] === "d1" ? '[{"results":[]}]' : "" });`;
const WRITERS: Record<string, Writer> = {
  "npm start": {
    file: ".dev.vars",
    old: OLD,
    code: `import { ensureLocalSecrets } from ${from("worker/local/local-secrets.ts")};
      ensureLocalSecrets(folder + "/.dev.vars");`,
  },
  "secrets:rotate": {
    file: ".dev.vars",
    old: OLD,
    code: `${ROTATING} await main([], { folder, stateDirectory: folder, wrangler });`,
  },
  "secrets:rotate --remote": {
    file: ".keys.env",
    old: OLD,
    code: `${ROTATING} await main(["--remote"], { folder, stateDirectory: folder, wrangler });`,
  },
  "switchyard login": {
    file: "login.json",
    old: LOGIN,
    code: `import { storeAccess } from ${from("worker/cli/access.ts")};
      storeAccess(folder + "/login.json", { url: "https://two.example", token: "new" });`,
  },
  "npm run deploy": {
    file: ".bridge.env",
    old: "# the first bridge",
    code: `import { storeSecret } from ${from("worker/local/secret-file.ts")};
      storeSecret("BRIDGE_KEYS", "new", folder + "/.bridge.env");`,
  },
};

/** Runs the module in a process of its own. `rename` is code in place of the call that replaces the file. */
function run(code: string, rename?: string) {
  const instead =
    rename === undefined
      ? ""
      : `import fs from "node:fs"; import { syncBuiltinESMExports } from "node:module";
         fs.renameSync = () => { ${rename} }; syncBuiltinESMExports();`;
  const preload = `data:text/javascript,${encodeURIComponent(instead)}`;
  const program = join(folder, "program.mts");
  writeFileSync(program, `const folder = ${JSON.stringify(folder)};\n${code}`);
  const { signal, status, stderr } = spawnSync(process.execPath, ["--import", preload, program], {
    encoding: "utf8",
  });
  return { signal, status, stderr };
}

describe.each(Object.entries(WRITERS))("%s", (_, { file, old, code }) => {
  const path = () => join(folder, file);
  beforeEach(() => {
    writeFileSync(path(), old);
    chmodSync(path(), 0o644);
  });

  test("leaves the old file whole when it is killed before the rename [F439]", () => {
    expect(run(code, "process.kill(process.pid, 'SIGKILL');").signal).toBe("SIGKILL");
    expect(readFileSync(path(), "utf8")).toBe(old);
  });

  test("leaves the old file whole, and no other beside it, when the rename fails [F439]", () => {
    const { status, stderr } = run(code, "throw new Error('no space left');");
    expect([status, stderr]).toEqual([1, expect.stringContaining("no space left")]);
    expect(readFileSync(path(), "utf8")).toBe(old);
    expect(readdirSync(folder).sort()).toEqual([file, "program.mts"].sort());
  });

  test("writes the new file for its owner only, also where the old one was open to others", () => {
    expect(run(code)).toMatchObject({ status: 0 });
    expect(readFileSync(path(), "utf8")).not.toBe(old);
    expect(statSync(path()).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).sort()).toEqual([file, "program.mts"].sort());
  });
});

test("a file that needs no change loses the rights of others", () => {
  const file = join(folder, "secrets");
  expect(() => tightenSecretFile(file)).not.toThrow();
  writeFileSync(file, OLD);
  chmodSync(file, 0o664);
  tightenSecretFile(file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("a symbolic link stays, and the file that it names is replaced", () => {
  const [place, link] = [join(folder, "elsewhere/keys"), join(folder, ".dev.vars")];
  mkdirSync(dirname(place));
  writeFileSync(place, OLD);
  symlinkSync(place, link);
  writeSecretFile(link, "NEW=1\n");
  expect(readFileSync(place, "utf8")).toBe("NEW=1\n");
  expect(existsSync(link) && readdirSync(dirname(place))).toEqual(["keys"]);
});
