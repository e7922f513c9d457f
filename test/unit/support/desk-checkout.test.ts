/** The copy of a checkout that `npm run bench -- --desk` starts. */

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { freshCopy } from "../../bench/desk/checkout.ts";

const checkout = mkdtempSync(join(tmpdir(), "switchyard-desk-"));
afterAll(() => rmSync(checkout, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(checkout, file)), { recursive: true });
  writeFileSync(join(checkout, file), text);
}

it("is as npm ci leaves it: files with their changes, packages, and nothing that was built", () => {
  execFileSync("git", ["init", "--quiet"], { cwd: checkout });
  write(".gitignore", "dist/\nnode_modules/\n.wrangler/\n");
  write("worker/main.ts", "committed");
  write("deleted.ts", "");
  execFileSync("git", ["add", "."], { cwd: checkout });
  write("worker/main.ts", "changed");
  rmSync(join(checkout, "deleted.ts"));
  write("worker/new.ts", "new");
  write("web/dist/index.html", "built");
  write(".wrangler/state/db.sqlite", "state");
  write("node_modules/a/index.js", "package");
  write("node_modules/.cache/a", "cached");

  const { folder, remove } = freshCopy(checkout);
  try {
    const textOf = (file: string) => readFileSync(join(folder, file), "utf8");
    expect([textOf("worker/main.ts"), textOf("worker/new.ts")]).toEqual(["changed", "new"]);
    for (const file of ["deleted.ts", "web/dist", ".wrangler", "node_modules/.cache"])
      expect([file, existsSync(join(folder, file))]).toEqual([file, false]);
    const inode = (path: string) => statSync(join(path, "node_modules/a/index.js")).ino;
    expect(inode(folder)).toBe(inode(checkout));
  } finally {
    remove();
  }
  expect([existsSync(folder), existsSync(join(checkout, "node_modules/.cache/a"))]).toEqual([false, true]);
});
