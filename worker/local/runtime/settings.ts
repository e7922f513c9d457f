/** Reads what the runtime needs from a configuration of wrangler, and from the packages that are installed. */

import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { parseEnv } from "node:util";
import { parse } from "smol-toml";
import { inRoot } from "../paths.ts";
import type { TcpListener } from "../port.ts";
import type { ServerOptions } from "../server-options.ts";
import type { WorkerSettings } from "./config.ts";

/** The parts of wrangler.toml that are read here. */
interface Toml {
  compatibility_date: string;
  compatibility_flags?: string[];
  assets: { directory: string; not_found_handling?: string };
  d1_databases: { preview_database_id: string }[];
  ratelimits?: { namespace_id: string; simple: { limit: number; period: number } }[];
  connect?: { address: string; port: number }[];
  vars?: Record<string, string>;
}

export interface ReadSettings {
  worker: WorkerSettings;
  pageFolder: string;
  tcp: TcpListener | null;
  variables: Record<string, string>;
}

/** The runtime has this flag by itself since that day, and warns of it. */
const IMPLIED = { flag: "nodejs_compat", since: "2026-08-04" };

export function readSettings({ config, envFiles = [], variables }: ServerOptions): ReadSettings {
  const toml = parse(readFileSync(config ?? inRoot("wrangler.toml"), "utf8")) as unknown as Toml;
  const { compatibility_date: date, compatibility_flags: flags = [], connect = [], ratelimits = [] } = toml;
  const [shield] = ratelimits;
  const secrets = envFiles
    .filter((file) => existsSync(file))
    .map((file) => parseEnv(readFileSync(file, "utf8")));
  return {
    worker: {
      compatibilityDate: date,
      compatibilityFlags: flags.filter((flag) => flag !== IMPLIED.flag || date < IMPLIED.since),
      databaseId: toml.d1_databases[0]?.preview_database_id ?? "",
      shield: shield === undefined ? null : { namespace: shield.namespace_id, ...shield.simple },
    },
    pageFolder: toml.assets.directory,
    tcp: connect[0] ?? null,
    variables: Object.assign({}, toml.vars, ...secrets, variables, { OUTBOUND: "checked" }),
  };
}

export interface RuntimePlace {
  program: string;
  /** The folder of the Workers that stand for the platform's services. */
  services: string;
}

/** Those of wrangler, whatever else is installed beside them. They are found without loading them. */
export function runtimePlace(): RuntimePlace {
  const fromWrangler = createRequire(createRequire(import.meta.url).resolve("wrangler/package.json"));
  const miniflare = fromWrangler.resolve("miniflare/package.json");
  const fromMiniflare = createRequire(miniflare);
  return {
    program: (fromMiniflare("workerd") as { default: string }).default,
    services: join(dirname(miniflare), "dist/src/workers"),
  };
}
