import type { Plugin } from "vite";

/**
 * sonner injects a style element, which the content security policy refuses. This plugin removes the injection;
 * `ui/toaster.tsx` imports the style sheet as a file.
 */
export function sonnerStyleFile(): Plugin {
  return {
    name: "sonner-style-file",
    enforce: "pre",
    transform(code, id) {
      if (!/[\\/]sonner[\\/]dist[\\/]index\.mjs/.test(id)) return null;
      const head = "function __insertCSS(code) {";
      if (!code.includes(head))
        throw new Error("sonner inserts its style in a new way: adapt sonnerStyleFile");
      return { code: code.replace(head, `${head} return;`), map: null };
    },
  };
}
