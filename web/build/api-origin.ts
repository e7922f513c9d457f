import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";

/** When the API is on another origin than the page, the content security policy must let the page call it. */
export function apiOrigin(url: string | undefined): Plugin {
  let outDir = "";
  return {
    name: "api-origin",
    apply: "build",
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      if (!url) return;
      const file = join(outDir, "_headers");
      const headers = await readFile(file, "utf8");
      await writeFile(
        file,
        headers.replace("connect-src 'self'", `connect-src 'self' ${new URL(url).origin}`),
      );
    },
  };
}
