/**
 * What `npm start` runs: the Worker in one file, and the rules of the page's `_headers` and `_redirects`. Both are made
 * once a version, before the product starts; no bundler runs beside it.
 */

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type * as Esbuild from "esbuild";
import { hasSources, inRoot, root } from "../paths.ts";
import { UserError } from "../user-error.ts";
import { waitForExit } from "../wrangler.ts";
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
  keep(BUNDLE, await bundledWorker(), sources);
  return true;
}

/**
 * The text that `wrangler deploy` would upload, by its own bundler with its options. wrangler itself takes four times
 * as long, and nobody waits for it at a first start.
 */
export async function bundledWorker(): Promise<string> {
  // the one that wrangler itself uses, whatever else is installed beside it; a packed image has neither
  const fromWrangler = createRequire(createRequire(import.meta.url).resolve("wrangler/package.json"));
  const { build, formatMessages, stop }: typeof Esbuild = fromWrangler("esbuild");
  try {
    const { outputFiles } = await build({
      ...OPTIONS,
      absWorkingDir: root,
      write: false,
      logLevel: "silent",
    });
    return outputFiles[0]?.text ?? "";
  } catch (error) {
    const { errors } = error as Esbuild.BuildFailure;
    if (!Array.isArray(errors)) throw error;
    const messages = await formatMessages(errors, { kind: "error", color: false });
    throw new UserError(`The Worker does not build:\n${messages.join("").trim()}`);
  } finally {
    await stop();
  }
}

/** Of wrangler. `test/unit/local/bundle.test.ts` compares the results. */
const OPTIONS = {
  entryPoints: [ENTRY],
  bundle: true,
  format: "esm",
  target: "es2024",
  supported: { using: true },
  conditions: ["workerd", "worker", "browser"],
  external: ["cloudflare:*", "node:*"],
  loader: { ".js": "jsx", ".mjs": "jsx", ".cjs": "jsx" },
  define: { "navigator.userAgent": '"Cloudflare-Workers"', "process.env.NODE_ENV": '"production"' },
} as const satisfies Esbuild.BuildOptions;

/**
 * Reads the rules of the page's `_headers` and `_redirects`, by the platform's own program, when the page is built. Its
 * program loads meanwhile, which takes as long as its work.
 */
export async function buildRules(page: Promise<unknown> = Promise.resolve()): Promise<void> {
  if (!hasSources()) return;
  const early = isCurrent(RULES, rulesDigest()) ? null : spawnRules();
  try {
    await page;
    const sources = rulesDigest();
    if (isCurrent(RULES, sources)) return;
    const child = early ?? spawnRules();
    child.stdin.end();
    const { code, output } = await waitForExit(child);
    if (code !== 0) throw new UserError(`The rules of the page cannot be read:\n${output.trim()}`);
    keep(RULES, output.trim(), sources);
  } finally {
    early?.kill();
  }
}

/** It reads the page's files when its input ends. */
const spawnRules = () =>
  spawn(process.execPath, ["--no-warnings", inRoot("worker/local/runtime/page-rules.ts")], { cwd: root });

const rulesDigest = (): string => {
  const texts = ["web/dist/_headers", "web/dist/_redirects", "package-lock.json", "wrangler.toml"];
  return digestOf(texts.map((file) => contentOf(inRoot(file))).join("\0"));
};

const contentOf = (path: string): string => (existsSync(path) ? readFileSync(path, "utf8") : "");
