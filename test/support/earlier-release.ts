/** The product as an earlier commit had it, to be run on the data of today's. */

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inRoot, root } from "../../worker/local/paths.ts";

export interface Release {
  /** Where its `wrangler.toml` stands. */
  folder: string;
  remove(): void;
}

/** Today's, from the files as they are. */
export const TODAY: Release = { folder: root, remove: () => {} };

export const hasHistory = (): boolean => existsSync(inRoot(".git"));

/** Writes the files of a commit out. It is bundled with the packages of today. */
export function releaseAt(commit: string): Release {
  try {
    execFileSync("git", ["cat-file", "-e", `${commit}^{commit}`], { cwd: root, stdio: "ignore" });
  } catch {
    throw new Error(
      `This test runs an earlier release and needs its commit ${commit}, which this clone does not have: run "git fetch --unshallow".`,
    );
  }
  const folder = mkdtempSync(join(tmpdir(), "switchyard-release-"));
  const archive = execFileSync(
    "git",
    ["archive", commit, "--", "worker", "broker", "wrangler.toml", "package.json"],
    {
      cwd: root,
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
  symlinkSync(inRoot("node_modules"), join(folder, "node_modules"));
  mkdirSync(join(folder, "web/dist"), { recursive: true });
  writeFileSync(join(folder, "web/dist/index.html"), "");
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
