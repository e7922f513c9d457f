/** The page's files in the form in which the runtime's Worker for files finds them. */

import { createHash } from "node:crypto";
import { existsSync, readdirSync, statSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";

export interface PageFiles {
  /** A hash of each path beside a hash of its content, sorted by the first. */
  manifest: Uint8Array;
  /** The place of a content, by its hash. */
  places: Record<string, { filePath: string; contentType: string | null }>;
}

const HEADER_BYTES = 20;
const HASH_BYTES = 16;
const ENTRY_BYTES = 40;

/** Of all files that the build writes. A browser asks for no other kind. */
const TYPES: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/vnd.microsoft.icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".map": "application/json",
  ".md": "text/markdown; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff": "font/woff",
  ".woff2": "font/woff2",
  ".xml": "text/xml; charset=utf-8",
  ".yaml": "text/yaml; charset=utf-8",
};

const hashOf = (text: string): Buffer => createHash("sha256").update(text).digest().subarray(0, HASH_BYTES);

export function pageFiles(folder: string): PageFiles {
  const entries = existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    : [];
  const places: PageFiles["places"] = {};
  const hashes = entries.map(({ parentPath, name }) => {
    const path = join(parentPath, name);
    const filePath = relative(folder, path).split(sep).join("/");
    const content = hashOf(`${path}${statSync(path).mtimeMs}`);
    places[content.toString("hex")] = { filePath, contentType: TYPES[extname(name)] ?? null };
    return { path: hashOf(`/${filePath}`), content };
  });
  hashes.sort((one, other) => Buffer.compare(one.path, other.path));
  const manifest = new Uint8Array(HEADER_BYTES + hashes.length * ENTRY_BYTES);
  for (const [at, { path, content }] of hashes.entries()) {
    manifest.set(path, HEADER_BYTES + at * ENTRY_BYTES);
    manifest.set(content, HEADER_BYTES + at * ENTRY_BYTES + HASH_BYTES);
  }
  return { manifest, places };
}
