import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { newSecrets } from "../keys/new-secrets.ts";
import { KEY_LISTS } from "../keys/rotation.ts";
import { buildPage } from "./build-page.ts";
import { databaseIn, deployedConfiguration } from "./deploy/configuration.ts";
import { type DeployOptions, deployOptions } from "./deploy/options.ts";
import { addressOf, type Plan, planned, planText } from "./deploy/plan.ts";
import { asked, databaseId, lookAt, NOTHING } from "./deploy/present.ts";
import { withoutColour } from "./log-lines.ts";
import { inRoot } from "./paths.ts";
import { Problem } from "./problem.ts";
import { command, type Wrangler } from "./wrangler.ts";

export interface Place {
  wrangler: Wrangler;
  environment: NodeJS.ProcessEnv;
  buildPage(): Promise<unknown>;
  /** The secrets of a new installation. */
  secrets: Readonly<Record<string, string>>;
  /** The file in which each secret is kept: nobody can read a Worker's secrets. */
  keptIn: Readonly<Record<string, string>>;
  print(text: string): void;
}

const here = (): Place => ({
  wrangler: command,
  environment: process.env,
  buildPage,
  secrets: { ...newSecrets() },
  keptIn: Object.fromEntries(Object.entries(KEY_LISTS).map(([name, { file }]) => [name, inRoot(file)])),
  print: (text) => void process.stdout.write(text),
});

/**
 * `npm run deploy`: all of it, on an account that has never seen the product as on one that has. It says what it will do
 * and does it in that order; each step leaves alone what is there, so the next run finishes what one could not.
 *
 *   npm run deploy -- --dry-run                       says it, and does nothing
 *   npm run deploy -- --url https://switchyard.your.host --domain switchyard.your.host
 *   npm run deploy -- --mail-from hello@your.host --support-email help@your.host
 *   npm run deploy -- --metrics                       counts what happens, in the account's Analytics Engine
 *
 * What was said once need not be said again. Further options are those of `wrangler deploy`.
 */
export async function main(args: string[], place: Partial<Place> = {}): Promise<number> {
  const at = { ...here(), ...place };
  const options = deployOptions(args, at.environment);
  const toml = readFileSync(inRoot("wrangler.toml"), "utf8");
  const { version } = JSON.parse(readFileSync(inRoot("package.json"), "utf8")) as { version: string };
  const there = await present(toml, at, options);
  const plan = planned(options, there, {
    toml,
    version,
    secrets: Object.keys(at.secrets),
    keptIn: Object.fromEntries(Object.entries(at.keptIn).map(([name, file]) => [name, basename(file)])),
  });
  at.print(planText(plan, toml));
  if (options.isDryRun) {
    at.print("Nothing was done.\n");
    return 0;
  }
  const address = await carryOut(plan, toml, at);
  at.print(last(address, plan, at));
  return 0;
}

/** A plan can be made of an account that nobody may look at; a deployment cannot. */
async function present(toml: string, { wrangler, print }: Place, { isDryRun }: DeployOptions) {
  const { name, id } = databaseIn(toml);
  let listed: string | null;
  try {
    listed = await databaseId(wrangler, name);
  } catch (error) {
    if (!(error instanceof Problem) || !isDryRun) throw error;
    print(`${UNSEEN}\n`);
    return NOTHING;
  }
  return lookAt(wrangler, id ?? listed);
}

const UNSEEN =
  "wrangler could not look at the account (is somebody logged in?): this is the plan for one that has nothing yet.";

/** Answers where the product is. */
async function carryOut(plan: Plan, toml: string, at: Place): Promise<string> {
  await at.buildPage();
  at.print("The page is built.\n");
  const id = plan.databaseId ?? (await newDatabase(plan.name, at.wrangler));
  const folder = mkdtempSync(join(tmpdir(), "switchyard-"));
  try {
    const config = join(folder, "wrangler.toml");
    const write = (variables: Plan["variables"]) =>
      writeFileSync(
        config,
        deployedConfiguration(toml, { databaseId: id, variables, isMetered: plan.isMetered }),
      );
    write(plan.variables);
    await asked(at.wrangler, ["d1", "migrations", "apply", "DB", "--remote", "--config", config]);
    at.print("The database is there, and up to date.\n");
    const deploy = ["deploy", "--config", config, "--keep-vars", "--tag", plan.version, ...plan.rest];
    const said = await asked(at.wrangler, [...deploy, ...secretsFile(plan, folder, at)]);
    const known = addressOf(plan, toml);
    at.print("The Worker is up.\n");
    if (known !== null) return known;
    const address = namedIn(said);
    write({ ...plan.variables, APP_URL: address });
    await asked(at.wrangler, deploy);
    return address;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function newDatabase(name: string, wrangler: Wrangler): Promise<string> {
  await asked(wrangler, ["d1", "create", name, "--update-config=false"]);
  const id = await databaseId(wrangler, name);
  if (id === null) throw new Problem(`The database "${name}" was made and is not listed yet: run it again.`);
  return id;
}

/** They go up with the code that reads them, so there is no moment at which one is there without the other. */
function secretsFile({ newSecrets: names }: Plan, folder: string, { secrets, keptIn }: Place): string[] {
  if (names.length === 0) return [];
  const made = Object.fromEntries(
    names.map((name) => [name, kept(name, secrets[name] ?? "", keptIn[name] ?? "")]),
  );
  const file = join(folder, "secrets.json");
  writeFileSync(file, JSON.stringify(made), { mode: 0o600 });
  return ["--secrets-file", file];
}

/** Kept before it goes up: the Worker tells no secret, and a run that failed half way has used this one. */
function kept(name: string, fresh: string, file: string): string {
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const before = new RegExp(`^${name}=(.+)$`, "m").exec(text)?.[1];
  if (before !== undefined) return before;
  writeFileSync(file, `${text}${name}=${fresh}\n`, { mode: 0o600 });
  return fresh;
}

/** The address that `wrangler deploy` says the Worker has. */
function namedIn(output: string): string {
  const address = /^\s+(https:\/\/\S+\.workers\.dev)\s*$/m.exec(withoutColour(output))?.[1];
  if (address !== undefined) return address;
  throw new Problem(
    'The Worker is there, and wrangler named no address of it: say where people will open it with "npm run deploy -- --url https://…".',
  );
}

function last(address: string, { version, newSecrets: names }: Plan, { keptIn }: Place): string {
  const files = names.map((name) => `${name} is in ${keptIn[name]}.\n`);
  return `${files.join("")}Version ${version} is deployed; "npx wrangler rollback" brings the one before back.\nOpen ${address}\n`;
}
