/** The ceilings on the bare runtime. */
import { join } from "node:path";
import { start } from "./process.ts";
import { plainDevices, type Running, type Target } from "./target.ts";

const CEILINGS = join(import.meta.dirname, "..", "ceilings");

export const mini: Target = {
  name: "mini",
  quickToStart: true,
  start: async (): Promise<Running> => {
    const started = await start({
      command: process.execPath,
      args: [
        join(import.meta.dirname, "bare-runtime.ts"),
        join(CEILINGS, "wrangler.toml"),
        join(CEILINGS, "statements"),
      ],
    });
    const port = Number(started.said.port);
    const address = { port, path: "/mqtt" };
    const prefix = "00000000-0000-4000-8000-000000000000/";
    return {
      address,
      prefix,
      login: (suffix) => ({ clientId: suffix }),
      devices: async (count) => plainDevices(address, prefix, count),
      crowd: async (accounts, ofEach) => plainDevices(address, prefix, accounts * ofEach),
      list: async () => ({ url: `http://127.0.0.1:${port}/list`, headers: {} }),
      memory: started.memory,
      processor: started.processor,
      ...(typeof started.said.inspector === "string" ? { inspector: started.said.inspector } : {}),
      stop: started.stop,
    };
  },
};
