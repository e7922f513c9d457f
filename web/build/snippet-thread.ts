/** Runs in a thread: highlights a file as tokens. The bundler's own thread goes on meanwhile. */

import { parentPort } from "node:worker_threads";
import { type BundledLanguage, createCssVariablesTheme, createHighlighter, type Highlighter } from "shiki";

export interface Snippet {
  source: string;
  /** The end of the file's name. */
  extension: string;
}

/** Null without a language for the file. */
export type Tokens = [kind: string, text: string][] | null;

const LANGUAGES: Record<string, BundledLanguage> = {
  // that of C++ names no call of a library, and takes three times as long
  ino: "c",
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

/** Returns tokens whose joined texts equal the source. Neighbours of one kind are merged. */
function tokensOf(highlighter: Highlighter, { source, extension }: Snippet): Tokens {
  const lang = LANGUAGES[extension];
  if (lang === undefined) return null;
  const tokens: NonNullable<Tokens> = [];
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

const highlighter = createHighlighter({ themes: [THEME], langs: Object.values(LANGUAGES) });

parentPort?.on("message", async ({ id, snippet }: { id: number; snippet: Snippet }) => {
  parentPort?.postMessage({ id, tokens: tokensOf(await highlighter, snippet) });
});
