import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";

const FILE = "sw.js";
/** Files that the page needs and that the bundler does not list. */
const BESIDE = ["before-paint.js", "icon.svg"];

/** Builds the service worker (`web/offline/sw.ts`) with the list of the release's files. */
export function offlineWorker(): Plugin {
  let publicDir = "";
  return {
    name: "offline-worker",
    apply: "build",
    configResolved(config) {
      publicDir = config.publicDir;
    },
    buildStart() {
      this.emitFile({
        type: "chunk",
        id: resolve(import.meta.dirname, "../offline/sw.ts"),
        fileName: FILE,
      });
    },
    generateBundle: {
      order: "post",
      async handler(_options, bundle) {
        const chunk = bundle[FILE];
        if (chunk?.type !== "chunk" || chunk.imports.length > 0 || chunk.exports.length > 0)
          throw new Error("The service worker is not a script of its own any more: adapt offlineWorker");
        const names = Object.keys(bundle).filter((name) => name.startsWith("assets/"));
        const files = [...names, ...BESIDE].map((name) => `/${name}`);
        const release = createHash("sha256").update(files.join());
        for (const name of BESIDE) release.update(await readFile(join(publicDir, name)));
        chunk.code = filled(chunk.code, {
          __FILES__: JSON.stringify(files),
          __RELEASE__: release.digest("hex").slice(0, 16),
        });
      },
    },
  };
}

/** The minifier may have changed the quotes of the placeholders. */
function filled(code: string, values: Record<string, string>): string {
  return Object.entries(values).reduce((text, [name, value]) => {
    const quoted = new RegExp(`(["'\`])${name}\\1`);
    if (!quoted.test(text))
      throw new Error(`The service worker has no ${name} any more: adapt offlineWorker`);
    return text.replace(quoted, () => JSON.stringify(value));
  }, code);
}
