import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";
import { firstValues } from "../src/features/guide/guide-values.ts";
import { GUIDE_PARTS, laterValues } from "../src/features/guide/later-values.ts";
import { guideText, llmsText } from "./guide-text.ts";
import { guideTree } from "./guide-tree.ts";

const FOLDER = resolve(import.meta.dirname, "../guide");
/** In their order in `docs.md`. */
const FILES = ["connecting.md", "messages.md", "using.md"].map((name) => join(FOLDER, name));

const VALUES = { ...firstValues(undefined), ...laterValues(undefined) };
const NAMES = [...GUIDE_PARTS, ...Object.keys(VALUES)];

/**
 * The guide of `web/guide`: `import { sections } from "./using.md?guide"` gives a file as trees, made at build time,
 * `?outline` the ids and titles of its sections alone. The build also writes all of it as `docs.md`, and `llms.txt`.
 */
export function guide(): Plugin {
  return {
    name: "guide",
    enforce: "pre",
    async load(id) {
      const [path = "", query] = id.split("?", 2);
      if (!path.endsWith(".md") || (query !== "guide" && query !== "outline")) return null;
      this.addWatchFile(path);
      const tree = guideTree(await readFile(path, "utf8"), NAMES);
      if (query === "guide") return Object.entries(tree).map(exported).join("\n");
      return `export default ${JSON.stringify(tree.sections.map(([section, title]) => [section, title]))};`;
    },
    async generateBundle() {
      const texts = await Promise.all(FILES.map((file) => readFile(file, "utf8")));
      const text = await guideText(texts.join("\n"));
      const index = await readFile(resolve(import.meta.dirname, "../index.html"), "utf8");
      this.emitFile({ type: "asset", fileName: "docs.md", source: text });
      this.emitFile({ type: "asset", fileName: "llms.txt", source: llmsText(index, text) });
    },
  };
}

/** A list in a string parses faster and compresses better than its literal. */
const exported = ([name, value]: [string, unknown]): string => {
  const json = JSON.stringify(value);
  return `export const ${name} = ${typeof value === "string" ? json : `JSON.parse(${JSON.stringify(json)})`};`;
};
