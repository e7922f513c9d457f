/** The tested version of a program. */

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { inRoot } from "../../../worker/local/paths.ts";

/** The npm packages of this layer. */
export const inPackages = (...parts: string[]): string => inRoot("test/firmware/node_modules", ...parts);

export const npmVersion = (name: string): string =>
  (JSON.parse(readFileSync(inPackages(name, "package.json"), "utf8")) as { version: string }).version;

/** Without Debian's own revision. */
export function debianVersion(name: string): string {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is dpkg that fills it in
  const version = execFileSync("dpkg-query", ["--show", "--showformat=${Version}", name], {
    encoding: "utf8",
  });
  return `${version.replace(/^\d+:/, "").replace(/[-+].*$/, "")} of Debian`;
}
