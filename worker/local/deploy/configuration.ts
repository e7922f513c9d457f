/** wrangler.toml with the values of an account. The file itself is not edited. */

import { withAbsolutePaths } from "../configuration.ts";

export const isUnset = (value: string): boolean => value === "" || value.endsWith(".example");

const VARIABLE = /^([A-Z_]+) = "(.*)"$/gm;

/** Returns the `[vars]` of wrangler.toml, which are its only names in capitals. */
export const variablesIn = (toml: string): Record<string, string> =>
  Object.fromEntries([...toml.matchAll(VARIABLE)].map(([, name = "", value = ""]) => [name, value]));

export const databaseIn = (toml: string): { name: string; id: string | null } => ({
  name: /^database_name = "(.*)"/m.exec(toml)?.[1] ?? "",
  id: /^database_id = "(.*)"/m.exec(toml)?.[1] ?? null,
});

export interface DeployedValues {
  databaseId: string;
  variables: Readonly<Record<string, string>>;
  isMetered: boolean;
}

/** Not in wrangler.toml: a deployment with it fails in accounts that have not enabled Analytics Engine. */
const METRICS = `
[[analytics_engine_datasets]]
binding = "METRICS"
dataset = "switchyard"
`;

export function deployedConfiguration(
  toml: string,
  { databaseId, variables, isMetered }: DeployedValues,
): string {
  const result = toml
    .replace(VARIABLE, (line, name: string) =>
      variables[name] === undefined ? line : `${name} = ${JSON.stringify(variables[name])}`,
    )
    .replace(/^(preview_)?database_id = .*\n/gm, "")
    .replace(/^database_name = .*$/m, (line) => `${line}\ndatabase_id = ${JSON.stringify(databaseId)}`);
  return withAbsolutePaths(isMetered ? result + METRICS : result);
}
