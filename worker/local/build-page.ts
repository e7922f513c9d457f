import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { hasSources, inRoot, root } from "./paths.ts";
import { UserError } from "./user-error.ts";
import { waitForExit } from "./wrangler.ts";

const SOURCES = ["web/**", "worker/contract/**", "broker/contract/**", "package.json", "package-lock.json"];
const stamp = inRoot(".cache/page.sha256");

function sourcesHash(): string {
  const hash = createHash("sha256");
  const files = globSync(SOURCES, { cwd: root, exclude: (name) => name === "dist" || name === "web/dist" });
  for (const file of files.sort()) {
    const path = inRoot(file);
    if (!statSync(path).isFile()) continue;
    hash.update(`${file}\0`).update(readFileSync(path)).update("\0");
  }
  for (const [name, value] of Object.entries(process.env).sort()) {
    if (name.startsWith("VITE_")) hash.update(`${name}=${value}\0`);
  }
  return hash.digest("hex");
}

/** Keeps the message and the place in the source, without the bundler's stack. */
const withoutStack = (output: string): string =>
  output
    .split("\n")
    .filter((line) => !/^\s+at |^\s*errors: \[Getter|^}$/.test(line))
    .join("\n")
    .trim();

/** Copies the operator's texts for `/privacy` and `/terms` from beside wrangler.toml, and deletes former ones. */
export function copyLegalTexts(from = root, to = inRoot("web/dist")): void {
  for (const name of ["privacy.md", "terms.md"]) {
    if (existsSync(join(from, name))) copyFileSync(join(from, name), join(to, name));
    else rmSync(join(to, name), { force: true });
  }
}

/** Returns true if the page was built: its sources changed. */
export async function buildPage(): Promise<boolean> {
  if (!hasSources()) return false;
  const isNew = await buildIfChanged();
  copyLegalTexts();
  return isNew;
}

async function buildIfChanged(): Promise<boolean> {
  const isBuilt = existsSync(stamp) && existsSync(inRoot("web/dist/index.html"));
  if (isBuilt && readFileSync(stamp, "utf8") === sourcesHash()) return false;
  const { code, output } = await waitForExit(
    spawn(
      process.execPath,
      [
        // the bundler's own threads need the cores: V8 gets fewer, and collects less often
        "--v8-pool-size=1",
        "--max-semi-space-size=64",
        inRoot("node_modules/vite/bin/vite.js"),
        "build",
        "--config",
        "web/vite.config.ts",
        "--logLevel",
        "warn",
      ],
      {
        cwd: root,
        // NODE_ENV=test would build React in development mode, at twice the size.
        env: { ...process.env, NODE_ENV: "production" },
        stdio: ["ignore", "pipe", "pipe"],
      },
    ),
  );
  if (code !== 0) throw new UserError(`The page does not build:\n${withoutStack(output)}`);
  mkdirSync(dirname(stamp), { recursive: true });
  // Hashed again, because the build writes web/src/routeTree.gen.ts.
  writeFileSync(stamp, sourcesHash());
  return true;
}

/** For an image: the page is built before the product starts on a read-only file system. */
export async function main(): Promise<number> {
  await buildPage();
  return 0;
}
