/** Runs a module of the page in Node, as the build found it. */

import { createServer, type PluginOption, type ResolvedConfig } from "vite";

export async function serverRendering<Module, T>(
  { root, resolve: { alias } }: ResolvedConfig,
  plugins: PluginOption[],
  path: string,
  work: (module: Module) => Promise<T>,
): Promise<T> {
  const server = await createServer({
    configFile: false,
    root,
    plugins,
    mode: "production",
    logLevel: "warn",
    appType: "custom",
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    resolve: { alias },
    ssr: { noExternal: [/^@tanstack\//], resolve: { conditions: ["development", "module"] } },
  });
  try {
    return await work((await server.ssrLoadModule(path)) as Module);
  } finally {
    await server.close();
  }
}
