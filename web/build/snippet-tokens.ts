import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Plugin } from "vite";
import type { Snippet, Tokens } from "./snippet-thread.ts";

/** The thread that highlights, and the questions that it has not answered. */
class Highlighter {
  readonly #thread = new Worker(new URL("./snippet-thread.ts", import.meta.url));
  readonly #asked: PromiseWithResolvers<Tokens>[] = [];

  constructor() {
    // a server that ends does not wait for it
    this.#thread.unref();
    this.#thread.on("message", ({ id, tokens }: { id: number; tokens: Tokens }) =>
      this.#asked[id]?.resolve(tokens),
    );
    this.#thread.on("error", (error) => {
      for (const each of this.#asked) each.reject(error);
    });
  }

  tokensOf(snippet: Snippet): Promise<Tokens> {
    const asked = Promise.withResolvers<Tokens>();
    const id = this.#asked.push(asked) - 1;
    this.#thread.postMessage({ id, snippet });
    return asked.promise;
  }

  async end(): Promise<void> {
    await this.#thread.terminate();
  }
}

/** Files that the page shows as snippets. */
const SNIPPETS = "src/features/guide/programs/snippets";

const snippetOf = async (path: string): Promise<Snippet> => ({
  source: (await readFile(path, "utf8")).trimEnd(),
  extension: path.slice(path.lastIndexOf(".") + 1),
});

/** `import snippet from "./device.py?snippet"` gives the file as highlighted tokens, made at build time. */
export function snippetTokens(): Plugin {
  let highlighter: Highlighter | undefined;
  const begun = new Map<string, Promise<Tokens>>();
  const tokensOf = async (path: string): Promise<Tokens> => {
    highlighter ??= new Highlighter();
    return highlighter.tokensOf(await snippetOf(path));
  };
  return {
    name: "snippet-tokens",
    enforce: "pre",
    /** A build needs all of them: they are highlighted before the bundler comes to them. */
    async configResolved({ command, root }) {
      if (command !== "build") return;
      const folder = join(root, SNIPPETS);
      for (const name of await readdir(folder)) begun.set(join(folder, name), tokensOf(join(folder, name)));
    },
    async load(id) {
      const [path = "", query] = id.split("?", 2);
      if (query !== "snippet") return null;
      this.addWatchFile(path);
      const tokens = await (begun.get(path) ?? tokensOf(path));
      if (tokens === null) throw new Error(`${path} is in no language that snippets are written in`);
      // JSON in a string parses faster and compresses better than an array literal.
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(tokens))});`;
    },
    async buildEnd() {
      begun.clear();
      await highlighter?.end();
      highlighter = undefined;
    },
  };
}
