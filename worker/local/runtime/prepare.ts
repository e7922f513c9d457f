/** Writes the runtime's configuration beside the data. Values of variables are only in its environment. */

import { mkdirSync, readFileSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { inRoot } from "../paths.ts";
import { hostsToServe } from "../port.ts";
import type { ServerOptions } from "../server-options.ts";
import { BUNDLE, RULES } from "./bundle.ts";
import { environmentName, runtimeConfig } from "./config.ts";
import { configFileIn } from "./orphan.ts";
import { pageFiles } from "./page-files.ts";
import type { RuntimeCommand } from "./process.ts";
import { readSettings, runtimePlace } from "./settings.ts";
import { writeWhole } from "./write-whole.ts";

/** Returns the command that starts the runtime. `supervisor` is the supervisor's server. */
export function prepare(
  server: ServerOptions,
  supervisor: { port: number; key: string },
): Omit<RuntimeCommand, "onLine"> {
  const { persistTo, port, ip } = server;
  const { worker, pageFolder, tcp, variables } = readSettings(server);
  const { program, services } = runtimePlace();
  for (const kind of ["do", "d1", "ratelimit"]) mkdirSync(join(persistTo, "v3", kind), { recursive: true });
  const { config, sockets } = runtimeConfig({
    bundle: BUNDLE,
    services,
    programs: inRoot("worker/local/runtime"),
    stateDirectory: persistTo,
    pageFolder,
    page: pageFiles(pageFolder),
    pageRules: pageRules(pageFolder),
    variables: Object.keys(variables),
    http: presentHosts(ip).map((host) => ({ host, port })),
    tcp,
    worker,
    supervisor,
    naps: server.napMs !== undefined,
  });
  const configFile = configFileIn(persistTo);
  writeWhole(configFile, config, 0o600);
  const values = Object.entries(variables).map(([name, value]) => [environmentName(name), value]);
  return { program, configFile, environment: Object.fromEntries(values), sockets };
}

/** The runtime does not start with an address that the machine lacks: some have no IPv6. */
function presentHosts(ip: string | undefined): string[] {
  const here = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const isPresent = (host: string) => host !== "::1" || here.some(({ address }) => address === host);
  return hostsToServe(ip === undefined ? [] : ["--ip", ip]).filter(isPresent);
}

/** Another page than the built one has no rules. */
const pageRules = (folder: string): string =>
  folder === inRoot("web/dist")
    ? readFileSync(RULES, "utf8")
    : JSON.stringify({ not_found_handling: "single-page-application" });
