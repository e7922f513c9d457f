import type { Plugin } from "vite";

/**
 * sonner writes its style into the page by script, which a content security policy without inline styles refuses.
 * Its style sheet is imported as a file instead (`ui/toaster.tsx`), and the writing is left out.
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
