import { readFile } from "node:fs/promises";
import { type BundledLanguage, createCssVariablesTheme, createHighlighter, type Highlighter } from "shiki";
import type { Plugin } from "vite";

const LANGUAGES: Record<string, BundledLanguage> = {
  ino: "cpp",
  c: "c",
  py: "python",
  yaml: "yaml",
  js: "javascript",
  sh: "shellscript",
};
const THEME = createCssVariablesTheme({ name: "kinds", variablePrefix: "--kind-", fontStyle: false });
/** The kinds that have a style; others are plain text. */
const KINDS: Record<string, string> = {
  "--kind-token-keyword": "keyword",
  "--kind-token-string": "string",
  "--kind-token-string-expression": "string",
  "--kind-token-constant": "constant",
  "--kind-token-comment": "comment",
  "--kind-token-function": "function",
};

const makeHighlighter = (): Promise<Highlighter> =>
  createHighlighter({
    themes: [THEME],
    langs: Object.values(LANGUAGES),
  });

type Token = [kind: string, text: string];

/** Returns tokens whose joined texts equal the source. Neighbours of one kind are merged. */
function tokensOf(highlighter: Highlighter, source: string, lang: BundledLanguage): Token[] {
  const tokens: Token[] = [];
  const add = (kind: string, text: string) => {
    const last = tokens.at(-1);
    if (last && (last[0] === kind || text.trim() === "")) last[1] += text;
    else tokens.push([kind, text]);
  };
  // Without its limit on time, which leaves lines uncoloured on a busy machine.
  const options = { lang, theme: THEME, tokenizeTimeLimit: 0 };
  const lines = highlighter.codeToTokensBase(source, options);
  for (const [index, line] of lines.entries()) {
    if (index > 0) add("", "\n");
    for (const { color = "", content } of line) add(KINDS[color.slice(4, -1)] ?? "", content);
  }
  return tokens;
}

/** `import snippet from "./device.py?snippet"` gives the file as highlighted tokens, made at build time. */
export function snippetTokens(): Plugin {
  let highlighter: Promise<Highlighter> | undefined;
  return {
    name: "snippet-tokens",
    enforce: "pre",
    async load(id) {
      const [path = "", query] = id.split("?", 2);
      if (query !== "snippet") return null;
      const lang = LANGUAGES[path.slice(path.lastIndexOf(".") + 1)];
      if (lang === undefined) throw new Error(`${path} is in no language that snippets are written in`);
      this.addWatchFile(path);
      highlighter ??= makeHighlighter();
      const source = (await readFile(path, "utf8")).trimEnd();
      const tokens = tokensOf(await highlighter, source, lang);
      // JSON in a string parses faster and compresses better than an array literal.
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(tokens))});`;
    },
    async buildEnd() {
      (await highlighter)?.dispose();
      highlighter = undefined;
    },
  };
}
