/** The configuration that wrangler is given: wrangler.toml with what it leaves open, and nobody edits it. */

import { withAbsolutePaths } from "../configuration.ts";

/** Nobody said it: it is empty, or an example. */
export const unsaid = (value: string): boolean => value === "" || value.endsWith(".example");

const VARIABLE = /^([A-Z_]+) = "(.*)"$/gm;

/** Its `[vars]`, which are its only names in capitals. */
export const variablesIn = (toml: string): Record<string, string> =>
  Object.fromEntries([...toml.matchAll(VARIABLE)].map(([, name = "", value = ""]) => [name, value]));

/** What the database is called, and its id where somebody wrote it down. */
export const databaseIn = (toml: string): { name: string; id: string | null } => ({
  name: /^database_name = "(.*)"/m.exec(toml)?.[1] ?? "",
  id: /^database_id = "(.*)"/m.exec(toml)?.[1] ?? null,
});

export interface Deployed {
  databaseId: string;
  variables: Readonly<Record<string, string>>;
  isMetered: boolean;
}

/** No part of wrangler.toml: where nobody has opened Analytics Engine in the account, nothing with it can be deployed. */
const METRICS = `
[[analytics_engine_datasets]]
binding = "METRICS"
dataset = "switchyard"
`;

export function deployedConfiguration(toml: string, { databaseId, variables, isMetered }: Deployed): string {
  const said = toml
    .replace(VARIABLE, (line, name: string) =>
      variables[name] === undefined ? line : `${name} = ${JSON.stringify(variables[name])}`,
    )
    .replace(/^(preview_)?database_id = .*\n/gm, "")
    .replace(/^database_name = .*$/m, (line) => `${line}\ndatabase_id = ${JSON.stringify(databaseId)}`);
  return withAbsolutePaths(isMetered ? said + METRICS : said);
}
