/** Inline styles and scripts, and their digests for the content security policy. */

import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";

const STYLE = /<link rel="stylesheet" crossorigin href="([^"]+)">/g;
const SCRIPT = /<script src="([^"]+)"[^>]*><\/script>/g;

interface Inlined {
  html: string;
  /** The policy names each text by its digest (CSP Level 3, `hash-source`). */
  digests: string[];
}

/**
 * Puts each linked style sheet into the HTML, which saves a round trip before the first paint. The file stays linked
 * (as `media="print"`) for tools and for the pages visited later.
 */
export const inlinedStyles = (html: string, folder: string): Promise<Inlined> =>
  inlined(
    html,
    folder,
    STYLE,
    (text, link) => `<style>${text}</style>${link.replace("<link", '<link media="print"')}`,
  );

/** Puts each classic script into the HTML, with its attributes. */
export const inlinedScripts = (html: string, folder: string): Promise<Inlined> =>
  inlined(
    html,
    folder,
    SCRIPT,
    (text, tag) => `${tag.replace(/ src="[^"]+"/, "").replace("</script>", "")}${text}</script>`,
  );

async function inlined(
  html: string,
  folder: string,
  linked: RegExp,
  put: (text: string, link: string) => string,
): Promise<Inlined> {
  const texts = new Map<string, string>();
  for (const [link, file = ""] of html.matchAll(linked))
    texts.set(link, (await readFile(join(folder, file), "utf8")).trim());
  return {
    html: html.replace(linked, (link) => put(texts.get(link) ?? "", link)),
    digests: [...texts.values()].map(
      (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`,
    ),
  };
}

/** Plugins finish in parallel but change one file, so their changes run in turn. */
let turn: Promise<void> = Promise.resolve();

/** Adds sources to the page's content security policy. */
export function allow(folder: string, sources: Record<string, readonly string[]>): Promise<void> {
  turn = turn.then(() => addSources(join(folder, "_headers"), sources));
  return turn;
}

async function addSources(file: string, sources: Record<string, readonly string[]>): Promise<void> {
  let headers = await readFile(file, "utf8");
  for (const [directive, more] of Object.entries(sources)) {
    const own = `${directive} 'self'`;
    if (!headers.includes(own)) throw new Error(`_headers does not say ${own} any more: adapt the build`);
    const missing = new Set(more.filter((source) => !headers.includes(source)));
    headers = headers.replace(own, () => [own, ...missing].join(" "));
  }
  await writeFile(file, headers);
}

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
