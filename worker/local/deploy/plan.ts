/** PURE. The plan of a deployment, and its text. */

import { UserError } from "../user-error.ts";
import { databaseIn, isUnset, variablesIn } from "./configuration.ts";
import type { DeployedState } from "./deployed-state.ts";
import { type DeployOptions, OWNER_OPTIONS } from "./options.ts";

export interface DeployPlan {
  databaseName: string;
  version: string;
  databaseId: string | null;
  newSecrets: string[];
  isMetered: boolean;
  /** Variables that differ from wrangler.toml. */
  variables: Record<string, string>;
  rest: string[];
  secretFiles: SecretFiles;
}

export interface PlanInput {
  toml: string;
  version: string;
  secrets: string[];
  secretFiles: SecretFiles;
}

type SecretFiles = Readonly<Record<string, string>>;

/** Values come from this run, then wrangler.toml, then the deployed version. */
export function planDeployment(
  { variables: requested, rest, isMetered }: DeployOptions,
  state: DeployedState,
  source: PlanInput,
): DeployPlan {
  const written = Object.entries(variablesIn(source.toml));
  const variables = written.flatMap(([name, value]) => {
    const override = requested[name] ?? (isUnset(value) ? state.variables[name] : undefined);
    return override === undefined || override === value ? [] : [[name, override]];
  });
  return {
    databaseName: databaseIn(source.toml).name,
    version: source.version,
    databaseId: state.databaseId,
    newSecrets: missingSecrets(source.secrets, state),
    isMetered: isMetered || state.isMetered,
    variables: Object.fromEntries(variables),
    rest,
    secretFiles: source.secretFiles,
  };
}

function missingSecrets(names: string[], { secrets, hasUsers }: DeployedState): string[] {
  const absent = names.filter((name) => !secrets.has(name));
  const lost = absent.filter((name) => name === "SEAL_KEYS" || name === "LOOKUP_KEY");
  if (lost.length === 0 || !hasUsers) return absent;
  throw new UserError(
    `The deployed database has users, and the Worker has no ${lost.join(" and no ")}: a new key could not open their data. Restore the old key from .keys.env with "npx wrangler secret put ${lost[0]}", or deploy with an empty database.`,
  );
}

const effectiveValue = ({ variables }: DeployPlan, toml: string, name: string): string =>
  variables[name] ?? variablesIn(toml)[name] ?? "";

/** Null if wrangler assigns it. */
export const addressOf = (plan: DeployPlan, toml: string): string | null =>
  effectiveValue(plan, toml, "APP_URL") || null;

export function planText(plan: DeployPlan, toml: string): string {
  const { databaseName, version, databaseId, isMetered, rest } = plan;
  const address = addressOf(plan, toml);
  const steps = [
    [
      "the database",
      databaseId === null ? `create "${databaseName}"` : `"${databaseName}" exists (${databaseId})`,
    ],
    ["its migrations", "apply the missing ones, before the code that needs them"],
    ["the secrets", secretsStep(plan)],
    ["the Worker", ["deploy version", version, "with the page", ...rest].join(" ")],
    ["its address", address ?? "assigned by wrangler; the Worker is then deployed again with it"],
    ["its e-mails", mailStep(plan, toml)],
    ...(isMetered ? [["its metrics", "stored in Analytics Engine"] as const] : []),
  ] as const;
  return steps.map(([what, how], at) => `${at + 1}. ${what.padEnd(16)}${how}\n`).join("");
}

function secretsStep({ newSecrets, secretFiles }: DeployPlan): string {
  if (newSecrets.length === 0) return "all exist";
  return `create ${newSecrets.map((name) => `${name} (stored in ${secretFiles[name]})`).join(", ")}`;
}

function mailStep(plan: DeployPlan, toml: string): string {
  const unset = Object.entries(OWNER_OPTIONS).filter(
    ([, name]) => /_(EMAIL|FROM)$/.test(name) && isUnset(effectiveValue(plan, toml, name)),
  );
  if (unset.length === 0) return `from ${effectiveValue(plan, toml, "MAIL_FROM")}`;
  const options = unset.map(([option]) => `--${option}`).join(" and ");
  return `not sent until you set ${options}`;
}
