import tailwindcss from "@tailwindcss/vite";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import type { Plugin, Rolldown } from "vite";
import { defineConfig, loadEnv } from "vite";
import { chunks, eagerCompile, laterOf } from "./build/chunks.ts";
import { entryPage, fontPreload } from "./build/entry-page.ts";
import { guide } from "./build/guide.ts";
import { connectSources } from "./build/inline.ts";
import { lightCalls } from "./build/light-calls.ts";
import { offlineWorker } from "./build/offline-worker.ts";
import { screensAhead } from "./build/screens-ahead.ts";
import { snippetTokens } from "./build/snippet-tokens.ts";
import { BUNDLED, thirdPartyNotices } from "./build/third-party-notices.ts";

/**
 * sonner injects a style element, which the content security policy refuses. This plugin removes the injection;
 * `ui/messages/toaster.tsx` imports the style sheet as a file.
 */
function sonnerStyleFile(): Plugin {
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

const root = new URL(".", import.meta.url).pathname;
/** What it stands in for is in every React that the page may have. */
const SHIM = { find: /^use-sync-external-store\/shim$/, replacement: "react" };

const routes = () =>
  tanstackRouter({
    target: "react",
    autoCodeSplitting: true,
    routesDirectory: `${root}src/routes`,
    generatedRouteTree: `${root}src/routeTree.gen.ts`,
    quoteStyle: "double",
    semicolons: true,
    disableLogging: true,
    // nobody reads the file, and the formatter costs half a second of each build
    enableRouteTreeFormatting: false,
  });

/** `screensAhead` asks for scripts; a style sheet loads with the script that imports it. */
const resolveDependencies = (_file: string, files: string[], { hostType }: { hostType: "html" | "js" }) =>
  hostType === "js" ? laterOf(files).filter((each) => each.endsWith(".css")) : files;

/** A part that is to load later, and that something imports at once, would make the page heavier unnoticed. */
const onLog: Rolldown.InputOptions["onLog"] = (level, log, handle) => {
  if (log.code === "INEFFECTIVE_DYNAMIC_IMPORT") throw new Error(log.message);
  handle(level, log);
};

export default defineConfig(({ mode }) => {
  const env = { ...loadEnv(mode, root), ...process.env };
  const worker = `http://127.0.0.1:${env.API_PORT ?? 8787}`;
  return {
    root,
    plugins: [
      routes(),
      lightCalls(),
      snippetTokens(),
      react(),
      tailwindcss(),
      sonnerStyleFile(),
      guide(),
      fontPreload(/(instrument-sans-latin-wght|ibm-plex-mono-latin-400)-normal.*\.woff2$/),
      connectSources([env.VITE_API_URL, env.VITE_BROKER_URL]),
      offlineWorker(),
      chunks(),
      eagerCompile(),
      thirdPartyNotices(),
      screensAhead(env.VITE_API_URL),
      entryPage(),
    ],
    resolve: { alias: [SHIM] },
    build: {
      outDir: "dist",
      emptyOutDir: true,
      // nobody reads the sizes, which cost a twentieth of the build
      reportCompressedSize: false,
      target: "es2022",
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false, resolveDependencies },
      license: { fileName: BUNDLED },
      rolldownOptions: {
        onLog,
        // three quarters of the modules are icons that nothing shows
        experimental: { lazyBarrel: true },
        input: [`${root}index.html`, `${root}guest.html`],
      },
    },
    server: {
      port: 5173,
      fs: { allow: [`${root}..`] },
      proxy: {
        ...Object.fromEntries(["/v0", "/dev", "/privacy", "/terms"].map((path) => [path, worker])),
        "/mqtt": { target: worker, ws: true },
      },
    },
  };
});
