/**
 * `npm pack`: bundles the command line with its packages into `worker/packed`. Node removes no types from files below
 * `node_modules`, where npm installs the package.
 */

import { build } from "vite";
import { inRoot, root } from "./paths.ts";

/** Bundles programs with their packages, each into a file with its name. `folder` is two folders deep, as `paths.ts` is. */
export async function packPrograms(programs: Record<string, string>, folder: string): Promise<void> {
  await build({
    root,
    configFile: false,
    logLevel: "warn",
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      target: "node24",
      // The licences of the packages ask for their text.
      license: { fileName: "licences.md" },
      rolldownOptions: {
        input: programs,
        output: { entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" },
      },
    },
  });
}

export const COMMAND_LINE = { main: inRoot("worker/cli/main.ts") };

export async function main(): Promise<number> {
  await packPrograms(COMMAND_LINE, inRoot("worker/packed"));
  return 0;
}
