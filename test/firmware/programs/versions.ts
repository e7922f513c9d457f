/** Which version of a program is tried here. */

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { inRoot } from "../../../worker/local/paths.ts";

/** Where the packages of npm are that only this layer needs. */
export const inPackages = (...parts: string[]): string => inRoot("test/firmware/node_modules", ...parts);

export const npmVersion = (name: string): string =>
  (JSON.parse(readFileSync(inPackages(name, "package.json"), "utf8")) as { version: string }).version;

/** Without what Debian counts for itself. */
export function debianVersion(name: string): string {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is dpkg that fills it in
  const version = execFileSync("dpkg-query", ["--show", "--showformat=${Version}", name], {
    encoding: "utf8",
  });
  return `${version.replace(/^\d+:/, "").replace(/[-+].*$/, "")} of Debian`;
}
