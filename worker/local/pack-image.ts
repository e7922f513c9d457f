/**
 * `Dockerfile` runs it: builds the page, the Worker and the programs, and copies only what runs into `.cache/image`. No
 * compiler, bundler or source is there.
 */

import { cpSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { buildPage } from "./build-page.ts";
import { COMMAND_LINE, packPrograms } from "./pack.ts";
import { inRoot } from "./paths.ts";
import { buildRules, buildWorker } from "./runtime/bundle.ts";
import { runtimePlace } from "./runtime/settings.ts";

const FILES = [
  "package.json",
  "wrangler.toml",
  "migrations",
  "web/dist",
  ".cache/desk",
  "worker/cli/bin.mjs",
  "worker/local/run.mjs",
  "worker/local/runtime/desk.mjs",
  "worker/local/runtime/naps.mjs",
];

/** The runtime's program, the Workers that stand for the platform's services, and what leads to both. */
function runtimePackages(): string[] {
  const { program, services } = runtimePlace();
  const wrangler = createRequire(import.meta.url).resolve("wrangler/package.json");
  const miniflare = createRequire(wrangler).resolve("miniflare/package.json");
  const workerd = createRequire(miniflare).resolve("workerd/package.json");
  return [wrangler, miniflare, services, workerd, join(dirname(workerd), "lib"), dirname(dirname(program))];
}

const copy = (from: string, to: string) => cpSync(from, to, { recursive: true, dereference: true });

export async function main(): Promise<number> {
  const image = inRoot(".cache/image");
  rmSync(image, { recursive: true, force: true });
  await buildPage();
  await buildWorker();
  await buildRules();
  await packPrograms(
    { ...COMMAND_LINE, start: inRoot("worker/local/start.ts") },
    join(image, "worker/packed"),
  );
  for (const file of FILES) copy(inRoot(file), join(image, file));
  for (const path of runtimePackages()) copy(path, join(image, path.slice(path.indexOf("node_modules"))));
  return 0;
}
