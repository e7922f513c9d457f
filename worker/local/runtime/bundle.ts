/**
 * What `npm start` runs: the Worker in one file, and the rules of the page's `_headers` and `_redirects`. Both are made
 * once a version, by programs that end; no bundler runs beside the product.
 */

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { hasSources, inRoot, root } from "../paths.ts";
import { UserError } from "../user-error.ts";
import { quietEnvironment, spawnWrangler, waitForExit } from "../wrangler.ts";
import { writeWhole } from "./write-whole.ts";

export const BUNDLE = inRoot(".cache/desk/worker.js");
export const RULES = inRoot(".cache/desk/page-rules.json");
const ENTRY = "worker/development.ts";

const SOURCES = ["{broker,worker}/**/*", "web/guide/*", "wrangler.toml", "package.json", "package-lock.json"];
/** Parts of the folders that the Worker does not import. */
const NOT_BUNDLED = /^worker\/(bridge|cli|doctor|local|packed)$/;

function sourcesDigest(): string {
  const hash = createHash("sha256");
  const files = globSync(SOURCES, { cwd: root, withFileTypes: true, exclude: isNotBundled });
  const paths = files.filter((file) => file.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  for (const path of paths.sort()) {
    hash
      .update(`${path.slice(root.length)}\0`)
      .update(readFileSync(path))
      .update("\0");
  }
  return hash.digest("hex");
}

const isNotBundled = ({ parentPath, name }: { parentPath: string; name: string }): boolean =>
  NOT_BUNDLED.test(join(parentPath, name).slice(root.length)) || name === "node_modules";

const digestOf = (text: string | Buffer): string => createHash("sha256").update(text).digest("hex");

/** A made file is whole if its digest is the noted one, and current if its sources are. */
function isCurrent(file: string, sources: string): boolean {
  if (!existsSync(file) || !existsSync(`${file}.sha256`)) return false;
  const noted = readFileSync(`${file}.sha256`, "utf8");
  return noted === `${sources} ${digestOf(readFileSync(file))}\n`;
}

function keep(file: string, content: string | Buffer, sources: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeWhole(file, content);
  writeWhole(`${file}.sha256`, `${sources} ${digestOf(content)}\n`);
}

/** Returns true if the Worker was bundled: its sources changed, or its file is damaged. */
export async function buildWorker(): Promise<boolean> {
  if (!hasSources()) return false;
  const sources = sourcesDigest();
  if (isCurrent(BUNDLE, sources)) return false;
  const place = inRoot(".cache/desk");
  mkdirSync(place, { recursive: true });
  const folder = mkdtempSync(join(place, "building-"));
  try {
    // The page may be in the making: it is no part of the file.
    const page = join(folder, "page");
    mkdirSync(page);
    const args = ["deploy", ENTRY, "--dry-run", "--outdir", folder, "--assets", page];
    const { code, output } = await waitForExit(spawnWrangler(args, quietEnvironment(folder)));
    if (code !== 0) throw new UserError(`The Worker does not build:\n${errorIn(output)}`);
    keep(BUNDLE, readFileSync(join(folder, "development.js")), sources);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return true;
}

function errorIn(output: string): string {
  const text = stripVTControlCharacters(output);
  const at = text.indexOf("[ERROR]");
  return (at < 0 ? text : text.slice(at).replace("[ERROR] ", "")).trim();
}

/** Reads the page's `_headers` and `_redirects`, by the platform's own program. The page is built before. */
export async function buildRules(): Promise<void> {
  if (!hasSources()) return;
  const texts = ["web/dist/_headers", "web/dist/_redirects", "package-lock.json", "wrangler.toml"];
  const sources = digestOf(texts.map((file) => contentOf(inRoot(file))).join("\0"));
  if (isCurrent(RULES, sources)) return;
  const program = inRoot("worker/local/runtime/page-rules.ts");
  const child = spawn(process.execPath, ["--no-warnings", program], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const { code, output } = await waitForExit(child);
  if (code !== 0) throw new UserError(`The rules of the page cannot be read:\n${output.trim()}`);
  keep(RULES, output.trim(), sources);
}

const contentOf = (path: string): string => (existsSync(path) ? readFileSync(path, "utf8") : "");
