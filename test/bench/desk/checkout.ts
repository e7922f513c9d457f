/** A checkout as it is after `npm ci`: its files without what was built, and its packages. */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** What tools write beside the packages. */
const WRITTEN = [".cache", ".vite", ".vite-temp", ".mf"];

/** Copies it, with links to the packages' files, which are a gigabyte. */
export function freshCopy(checkout: string): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "bench-checkout-"));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  process.once("exit", remove);
  for (const file of filesOf(checkout)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(checkout, file), join(folder, file), { verbatimSymlinks: true });
  }
  copyPackages(join(checkout, "node_modules"), folder);
  for (const name of WRITTEN) rmSync(join(folder, "node_modules", name), { recursive: true, force: true });
  return {
    folder,
    remove: () => {
      process.off("exit", remove);
      remove();
    },
  };
}

function copyPackages(packages: string, into: string): void {
  try {
    execFileSync("cp", ["-al", packages, into], { stdio: "ignore" });
  } catch {
    // a link cannot lead to another file system
    execFileSync("cp", ["-a", packages, into]);
  }
}

/** With changes that are not committed. */
function filesOf(checkout: string): string[] {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const listed = execFileSync("git", args, { cwd: checkout, encoding: "utf8", maxBuffer: 64 * 1024 ** 2 });
  // a file that was deleted is still listed
  return listed.split("\0").filter((file) => file !== "" && existsSync(join(checkout, file)));
}
