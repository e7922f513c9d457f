/**
 * Prints the settings of the runtime's Worker for files, with the rules of the page's `_headers` and `_redirects`. It
 * reads them when its standard input ends.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import type * as MiniflareModule from "miniflare";
import { inRoot } from "../paths.ts";

// The one that wrangler itself uses, whatever else is installed beside it.
const fromWrangler = createRequire(createRequire(import.meta.url).resolve("wrangler/package.json"));
const { ASSETS_PLUGIN } = fromWrangler("miniflare") as typeof MiniflareModule;
interface Service {
  worker?: { bindings?: { name: string; json?: string }[] };
}

await finished(process.stdin.resume());
const temporary = mkdtempSync(join(tmpdir(), "switchyard-rules-"));
try {
  const assets = { directory: inRoot("web/dist"), notFoundHandling: "single-page-application" };
  const ignore = () => {};
  const services = await ASSETS_PLUGIN.getServices({
    options: {
      config: { name: "switchyard", compatibilityDate: "2026-11-01", compatibilityFlags: [], assets },
    },
    log: { debug: ignore, info: ignore, warn: console.error, error: console.error },
    tmpPath: temporary,
  } as never);
  const bindings = (services as Service[]).flatMap(({ worker }) => worker?.bindings ?? []);
  const isOfFiles = ({ name, json = "" }: (typeof bindings)[number]) =>
    name === "CONFIG" && json.includes("not_found_handling");
  const { debug: _, ...rules } = JSON.parse(bindings.find(isOfFiles)?.json ?? "null");
  console.log(JSON.stringify(rules));
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
