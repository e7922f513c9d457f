import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";

/** The page's policy lets it call its own host; where the API or the broker are on another, the build names that too. */
export function connectSources(urls: readonly (string | undefined)[]): Plugin {
  const origins = urls.filter((url) => url !== undefined && url !== "").map((url) => originOf(url as string));
  let outDir = "";
  return {
    name: "connect-sources",
    apply: "build",
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      if (origins.length === 0) return;
      const file = join(outDir, "_headers");
      const headers = await readFile(file, "utf8");
      const own = "connect-src 'self'";
      if (!headers.includes(own))
        throw new Error(`_headers does not say ${own} any more: adapt connectSources`);
      await writeFile(file, headers.replace(own, [own, ...new Set(origins)].join(" ")));
    },
  };
}

/** `URL.origin` is null for `wss:`. */
const originOf = (url: string): string => {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
};
