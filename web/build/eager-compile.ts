import type { Plugin } from "vite";

/** Most functions of these files run before the first paint. */
const EAGER = new Set(["base", "page"]);
const HINT = "//# allFunctionsCalledOnLoad\n";

/**
 * Marks files whose functions Chromium then compiles while the file arrives, on another thread. Otherwise it compiles
 * each at its first call, on the page's thread. Other browsers see a comment. https://v8.dev/blog/explicit-compile-hints
 */
export const eagerCompile = (): Plugin => ({
  name: "eager-compile",
  apply: "build",
  generateBundle: {
    // Read only at the start of a file, where Vite puts its list of files.
    order: "post",
    handler(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const marked = chunks.filter(({ name }) => EAGER.has(name));
      if (marked.length !== EAGER.size) throw new Error("No base or no page: adapt eagerCompile");
      for (const chunk of marked) chunk.code = HINT + chunk.code;
    },
  },
});
