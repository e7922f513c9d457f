/** What a person says of a deployment: options first, then the environment. The rest is `wrangler deploy`'s. */

import { takeOption } from "../port.ts";
import { Problem } from "../problem.ts";

/** Variables of the Worker that only its owner can know, by the option that says each. */
export const OWN = {
  url: "APP_URL",
  "support-email": "SUPPORT_EMAIL",
  "mail-from": "MAIL_FROM",
} as const;

export interface DeployOptions {
  isDryRun: boolean;
  /** What is counted is kept, in the platform's Analytics Engine. */
  isMetered: boolean;
  /** Variables of the Worker that this run says. */
  said: Record<string, string>;
  /** For wrangler, as it is. */
  rest: string[];
}

/** They stand by themselves. */
const FLAGS = new Set(["--dry-run", "--metrics"]);

/** They would lead to another configuration, or another Worker, than the one that is made here. */
const NOT_HERE = new Set(["--config", "-c", "--env", "-e", "--name", "--secrets-file", "--outdir"]);

export function deployOptions(args: readonly string[], environment: NodeJS.ProcessEnv): DeployOptions {
  const said: Record<string, string> = {};
  let left = [...args];
  for (const [option, variable] of Object.entries(OWN)) {
    const { values, rest } = takeOption(`--${option}`, left);
    const value = values.at(-1) ?? (environment[variable] || undefined);
    if (value !== undefined) said[variable] = value;
    left = rest;
  }
  check(said);
  const rest: string[] = [];
  for (const argument of left.filter((each) => !FLAGS.has(each)))
    rest.push(forWrangler(argument, rest.at(-1)));
  return { isDryRun: left.includes("--dry-run"), isMetered: left.includes("--metrics"), said, rest };
}

/** wrangler is the last to be asked: what it would not understand, or do all the same, is refused before anything is done. */
function forWrangler(argument: string, before: string | undefined): string {
  const [option = ""] = argument.split("=", 1);
  if (NOT_HERE.has(option)) throw new Problem(`npm run deploy says ${option} itself: leave it out.`);
  if (/^--?(dry|metrics)/.test(argument)) {
    throw new Problem(`There is no option ${argument}: it is --dry-run, or --metrics, and no more.`);
  }
  if (argument.startsWith("-") || before !== undefined) return argument;
  throw new Problem(
    `What is "${argument}"? Options come behind two dashes: npm run deploy -- --url https://…`,
  );
}

function check(said: Record<string, string>): void {
  for (const [option, variable] of Object.entries(OWN)) {
    const value = said[variable];
    if (value === undefined) continue;
    if (option !== "url") {
      if (!/^[^\s@"\\]+@[^\s@"\\]+$/.test(value)) throw new Problem(`--${option} is not an e-mail address.`);
    } else {
      // letters begin with it: a path, or http, would be in each of them
      const url = URL.canParse(value) ? new URL(value) : null;
      if (url?.protocol !== "https:" || (value !== url.origin && value !== `${url.origin}/`)) {
        throw new Problem(
          "--url is where people open it, like https://switchyard.your.host, without a path.",
        );
      }
      said[variable] = url.origin;
    }
  }
}
