/**
 * `npm pack`: bundles the command line with its packages into `worker/packed`. Node removes no types from files below
 * `node_modules`, where npm installs the package.
 */

import { build } from "vite";
import { inRoot, root } from "./paths.ts";

export async function main(): Promise<number> {
  await build({
    root,
    configFile: false,
    logLevel: "warn",
    ssr: { noExternal: true },
    build: {
      ssr: inRoot("worker/cli/main.ts"),
      // Two folders deep, as `paths.ts` is.
      outDir: inRoot("worker/packed"),
      emptyOutDir: true,
      target: "node24",
      // The licences of the packages ask for their text.
      license: { fileName: "licences.md" },
      rolldownOptions: { output: { entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" } },
    },
  });
  return 0;
}
