/** PURE. What a deployment will do, from what was said and what is there; and its words. */

import { Problem } from "../problem.ts";
import { databaseIn, unsaid, variablesIn } from "./configuration.ts";
import { type DeployOptions, OWN } from "./options.ts";
import type { Present } from "./present.ts";

export interface Plan {
  /** The database's. */
  name: string;
  version: string;
  databaseId: string | null;
  /** Names of those that are made. */
  newSecrets: string[];
  isMetered: boolean;
  /** What the configuration says besides wrangler.toml. */
  variables: Record<string, string>;
  rest: string[];
  /** Files in which secrets are kept, by their names. */
  keptIn: KeptIn;
}

export interface Source {
  /** wrangler.toml */
  toml: string;
  version: string;
  /** Names of the secrets that an installation has. */
  secrets: string[];
  keptIn: KeptIn;
}

type KeptIn = Readonly<Record<string, string>>;

/** What this run says, then what somebody wrote into wrangler.toml, then what is deployed. */
export function planned({ said, rest, isMetered }: DeployOptions, there: Present, source: Source): Plan {
  const written = Object.entries(variablesIn(source.toml));
  const variables = written.flatMap(([name, value]) => {
    const known = said[name] ?? (unsaid(value) ? there.variables[name] : undefined);
    return known === undefined || known === value ? [] : [[name, known]];
  });
  return {
    name: databaseIn(source.toml).name,
    version: source.version,
    databaseId: there.databaseId,
    newSecrets: missing(source.secrets, there),
    isMetered: isMetered || there.isMetered,
    variables: Object.fromEntries(variables),
    rest,
    keptIn: source.keptIn,
  };
}

function missing(names: string[], { secrets, hasPeople }: Present): string[] {
  const absent = names.filter((name) => !secrets.has(name));
  const lost = absent.filter((name) => name === "SEAL_KEYS" || name === "LOOKUP_KEY");
  if (lost.length === 0 || !hasPeople) return absent;
  throw new Problem(
    `People live in the deployed database, and the Worker has no ${lost.join(" and no ")}: a new one would open nothing of theirs. Put the old one of .keys.env back with "npx wrangler secret put ${lost[0]}", or deploy on an empty database.`,
  );
}

/** A variable as it will be, also where wrangler.toml says it. */
const becomes = ({ variables }: Plan, toml: string, name: string): string =>
  variables[name] ?? variablesIn(toml)[name] ?? "";

/** Where people will open it; null until wrangler has named an address. */
export const addressOf = (plan: Plan, toml: string): string | null => becomes(plan, toml, "APP_URL") || null;

/** In the order in which it is done. */
export function planText(plan: Plan, toml: string): string {
  const { name, version, databaseId, isMetered, rest } = plan;
  const address = addressOf(plan, toml);
  const steps = [
    ["the database", databaseId === null ? `"${name}" is made` : `"${name}" is there (${databaseId})`],
    ["its migrations", "those that it does not have yet, before the code that needs them"],
    ["the secrets", secretsOf(plan)],
    ["the Worker", ["version", version, "with the page as its files", ...rest].join(" ")],
    ["its address", address ?? "the one that wrangler names; the Worker goes up once more to know it"],
    ["its letters", lettersOf(plan, toml)],
    ...(isMetered ? [["its metrics", "counted in Analytics Engine"] as const] : []),
  ] as const;
  return steps.map(([what, how], at) => `${at + 1}. ${what.padEnd(16)}${how}\n`).join("");
}

function secretsOf({ newSecrets, keptIn }: Plan): string {
  if (newSecrets.length === 0) return "all there";
  return `made: ${newSecrets.map((name) => `${name} (kept in ${keptIn[name]})`).join(", ")}`;
}

function lettersOf(plan: Plan, toml: string): string {
  const missing = Object.entries(OWN).filter(
    ([option, name]) => option !== "url" && unsaid(becomes(plan, toml, name)),
  );
  if (missing.length === 0) return `from ${becomes(plan, toml, "MAIL_FROM")}`;
  const options = missing.map(([option]) => `--${option}`).join(" and ");
  return `none arrives until ${options} ${missing.length > 1 ? "say addresses" : "says an address"} of your own`;
}
