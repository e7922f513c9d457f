import tailwindcss from "@tailwindcss/vite";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, loadEnv } from "vite";
import { apiOrigin } from "./build/api-origin.ts";
import { fontPreload } from "./build/font-preload.ts";
import { snippetTokens } from "./build/snippet-tokens.ts";
import { sonnerStyleFile } from "./build/sonner-style-file.ts";

const root = new URL(".", import.meta.url).pathname;
const BASE_PACKAGES =
  /node_modules[\\/](react|react-dom|scheduler|@tanstack[\\/](react-router|router-core|history|store|react-store))[\\/]/;
const EVERY_PAGES_OWN =
  /broker[\\/]contract[\\/](control|topics)\.|web[\\/]src[\\/](session[\\/]|api[\\/](client|problem|user-count)\.|lib[\\/](safe-storage|store|use-store|class-names)\.|ui[\\/](theme|toast|wordmark|public-header|public-footer|button|copy|use-copied|spinner|note)\.)/;
/** Not the programs themselves, nor what only a signed-in reader sees. */
const EVERY_GUIDES_OWN =
  /web[\\/]src[\\/](features[\\/]guide[\\/](guide-page|program|snippet|snippet-tabs|catalogue|use-[a-z-]+|broker|fill)\.|live[\\/]broker-url\.)/;

export default defineConfig(({ mode }) => {
  const env = { ...loadEnv(mode, root), ...process.env };
  const worker = `http://127.0.0.1:${env.API_PORT ?? 8787}`;
  return {
    root,
    plugins: [
      tanstackRouter({
        target: "react",
        autoCodeSplitting: true,
        routesDirectory: `${root}src/routes`,
        generatedRouteTree: `${root}src/routeTree.gen.ts`,
        quoteStyle: "double",
        semicolons: true,
        disableLogging: true,
      }),
      react(),
      tailwindcss(),
      sonnerStyleFile(),
      snippetTokens(),
      fontPreload(/(instrument-sans-latin-wght|ibm-plex-mono-latin-400)-normal.*\.woff2$/),
      apiOrigin(env.VITE_API_URL),
    ],
    build: {
      outDir: "dist",
      emptyOutDir: true,
      target: "es2022",
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: {
          // What pages share in few files: many small ones compress 3 kB worse.
          codeSplitting: {
            groups: [
              { name: "base", test: BASE_PACKAGES },
              { name: "page", test: EVERY_PAGES_OWN },
              { name: "guide", test: EVERY_GUIDES_OWN, includeDependenciesRecursively: false },
            ],
          },
        },
      },
    },
    server: {
      port: 5173,
      fs: { allow: [`${root}..`] },
      proxy: { "/v0": worker, "/dev": worker, "/mqtt": { target: worker, ws: true } },
    },
  };
});
