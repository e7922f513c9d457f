import { readFile } from "node:fs/promises";
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

/** `import snippet from "./device.py?snippet"` gives the file as highlighted tokens, made at build time. */
export function snippetTokens(): Plugin {
  let highlighter: Highlighter | undefined;
  return {
    name: "snippet-tokens",
    enforce: "pre",
    /** A build surely needs it: its languages load while the bundler begins. */
    configResolved({ command }) {
      if (command === "build") highlighter = new Highlighter();
    },
    async load(id) {
      const [path = "", query] = id.split("?", 2);
      if (query !== "snippet") return null;
      this.addWatchFile(path);
      highlighter ??= new Highlighter();
      const source = (await readFile(path, "utf8")).trimEnd();
      const tokens = await highlighter.tokensOf({ source, extension: path.slice(path.lastIndexOf(".") + 1) });
      if (tokens === null) throw new Error(`${path} is in no language that snippets are written in`);
      // JSON in a string parses faster and compresses better than an array literal.
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(tokens))});`;
    },
    async buildEnd() {
      await highlighter?.end();
      highlighter = undefined;
    },
  };
}
