/** From the command line, then the environment. Other options are passed to `wrangler deploy`. */

import { securityContactUri } from "../../contract/addresses.ts";
import { takeOption } from "../port.ts";
import { UserError } from "../user-error.ts";

/** Variables of the Worker without a default, by their option. */
export const OWNER_OPTIONS = {
  url: "APP_URL",
  "support-email": "SUPPORT_EMAIL",
  "security-contact": "SECURITY_CONTACT",
  "mail-from": "MAIL_FROM",
  "privacy-url": "PRIVACY_URL",
  "terms-url": "TERMS_URL",
} as const;

export interface DeployOptions {
  isDryRun: boolean;
  isMetered: boolean;
  variables: Record<string, string>;
  rest: string[];
}

/** Options without a value. */
const FLAGS = new Set(["--dry-run", "--metrics"]);

/** wrangler options that would replace the configuration or the Worker. */
const RESERVED = new Set(["--config", "-c", "--env", "-e", "--name", "--secrets-file", "--outdir"]);

export function deployOptions(args: readonly string[], environment: NodeJS.ProcessEnv): DeployOptions {
  const variables: Record<string, string> = {};
  let others = [...args];
  for (const [option, variable] of Object.entries(OWNER_OPTIONS)) {
    const { values, rest } = takeOption(`--${option}`, others);
    const value = values.at(-1) ?? (environment[variable] || undefined);
    if (value !== undefined) variables[variable] = value;
    others = rest;
  }
  check(variables);
  const rest: string[] = [];
  for (const argument of others.filter((each) => !FLAGS.has(each)))
    rest.push(forWrangler(argument, rest.at(-1)));
  return { isDryRun: others.includes("--dry-run"), isMetered: others.includes("--metrics"), variables, rest };
}

/** Checks an argument for wrangler, so that a mistake is reported before anything changes. */
function forWrangler(argument: string, before: string | undefined): string {
  const [option = ""] = argument.split("=", 1);
  if (RESERVED.has(option)) throw new UserError(`npm run deploy sets ${option} itself: leave it out.`);
  if (/^--?(dry|metrics)/.test(argument)) {
    throw new UserError(`There is no option ${argument}: only --dry-run and --metrics, without a value.`);
  }
  if (argument.startsWith("-") || before !== undefined) return argument;
  throw new UserError(`What is "${argument}"? Options follow two dashes: npm run deploy -- --url https://…`);
}

function check(variables: Record<string, string>): void {
  for (const [option, variable] of Object.entries(OWNER_OPTIONS)) {
    const value = variables[variable];
    if (value === undefined) continue;
    if (variable === "PRIVACY_URL" || variable === "TERMS_URL") {
      if (!URL.canParse(value) || !/^https?:/.test(value))
        throw new UserError(`--${option} must be an address like https://your.host/page, not "${value}".`);
    } else if (variable === "SECURITY_CONTACT") {
      if (securityContactUri(value) === null)
        throw new UserError(`--${option} must be an e-mail address or an https address, not "${value}".`);
    } else if (option !== "url") {
      if (!/^[^\s@"\\]+@[^\s@"\\]+$/.test(value))
        throw new UserError(`--${option} is not an e-mail address.`);
    } else {
      // Links in e-mails begin with it, so it needs https and no path.
      const url = URL.canParse(value) ? new URL(value) : null;
      if (url?.protocol !== "https:" || (value !== url.origin && value !== `${url.origin}/`)) {
        throw new UserError(
          "--url is where people open the product: https://switchyard.your.host, without a path.",
        );
      }
      variables[variable] = url.origin;
    }
  }
}
