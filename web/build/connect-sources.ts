import { resolve } from "node:path";
import type { Plugin } from "vite";
import { allow } from "./inline.ts";

/** Returns the sources to add to `connect-src` when the API or the broker is on another host. */
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
      await allow(outDir, { "connect-src": origins });
    },
  };
}

const originOf = (url: string): string => {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
};
