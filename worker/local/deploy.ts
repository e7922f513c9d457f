import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { KEY_LISTS, newSecrets } from "../keys/rotation.ts";
import { buildPage } from "./build-page.ts";
import { databaseIn, deployedConfiguration } from "./deploy/configuration.ts";
import { databaseId, NOTHING_DEPLOYED, readDeployedState, wranglerOutput } from "./deploy/deployed-state.ts";
import { type DeployOptions, deployOptions } from "./deploy/options.ts";
import { addressOf, type DeployPlan, planDeployment, planText } from "./deploy/plan.ts";
import { inRoot } from "./paths.ts";
import { storeSecret, writeSecretFile } from "./secret-file.ts";
import { UserError } from "./user-error.ts";
import { runWrangler, type Wrangler } from "./wrangler.ts";

export interface DeployContext {
  wrangler: Wrangler;
  environment: NodeJS.ProcessEnv;
  buildPage(): Promise<unknown>;
  secrets: Readonly<Record<string, string>>;
  /** A Worker's secrets cannot be read, so each is in a file. */
  secretFiles: Readonly<Record<string, string>>;
  print(text: string): void;
}

const defaults = (): DeployContext => ({
  wrangler: runWrangler,
  environment: process.env,
  buildPage,
  secrets: newSecrets(),
  secretFiles: Object.fromEntries(Object.entries(KEY_LISTS).map(([name, { file }]) => [name, inRoot(file)])),
  print: (text) => void process.stdout.write(text),
});

export const HELP = `npm run deploy -- [options]

Deploys the product to an empty or an existing Cloudflare account. Prints its steps before it runs them. Each step
keeps what exists, so the next run completes a failed one.

  --dry-run                print the steps only
  --url URL                where people open the product: https://switchyard.your.host
  --domain HOST            a domain of the account for the Worker
  --mail-from ADDRESS      sender of e-mails
  --support-email ADDRESS  address for questions, shown on the page
  --security-contact URL   who receives security reports: an e-mail or https address
  --privacy-url URL        your own page, which /privacy opens
  --terms-url URL          the same for /terms
  --metrics                store metrics in the account's Analytics Engine

Later runs keep these values. Other options are passed to wrangler deploy.`;

export async function main(args: string[], overrides: Partial<DeployContext> = {}): Promise<number> {
  const context = { ...defaults(), ...overrides };
  const options = deployOptions(args, context.environment);
  const toml = readFileSync(inRoot("wrangler.toml"), "utf8");
  const { version } = JSON.parse(readFileSync(inRoot("package.json"), "utf8")) as { version: string };
  const state = await readState(toml, context, options);
  const plan = planDeployment(options, state, {
    toml,
    version,
    secrets: Object.keys(context.secrets),
    secretFiles: Object.fromEntries(
      Object.entries(context.secretFiles).map(([name, file]) => [name, basename(file)]),
    ),
  });
  context.print(planText(plan, toml));
  if (options.isDryRun) {
    context.print("Nothing was done.\n");
    return 0;
  }
  const address = await execute(plan, toml, context);
  context.print(summary(address, plan, context));
  return 0;
}

/** Reads what is deployed. A dry run without access to the account plans for an empty one. */
async function readState(toml: string, { wrangler, print }: DeployContext, { isDryRun }: DeployOptions) {
  const { name, id } = databaseIn(toml);
  let listed: string | null;
  try {
    listed = await databaseId(wrangler, name);
  } catch (error) {
    if (!(error instanceof UserError) || !isDryRun) throw error;
    print(`${NO_ACCESS}\n`);
    return NOTHING_DEPLOYED;
  }
  return readDeployedState(wrangler, id ?? listed);
}

const NO_ACCESS = "wrangler cannot read the account (not logged in?): this is the plan for an empty account.";

/** Runs the plan. Returns the address of the product. */
async function execute(plan: DeployPlan, toml: string, context: DeployContext): Promise<string> {
  await context.buildPage();
  context.print("The page is built.\n");
  const id = plan.databaseId ?? (await newDatabase(plan.databaseName, context.wrangler));
  const folder = mkdtempSync(join(tmpdir(), "switchyard-"));
  try {
    const config = join(folder, "wrangler.toml");
    const write = (variables: DeployPlan["variables"]) =>
      writeFileSync(
        config,
        deployedConfiguration(toml, { databaseId: id, variables, isMetered: plan.isMetered }),
      );
    write(plan.variables);
    const migrate = ["d1", "migrations", "apply", "DB", "--remote", "--config", config];
    await wranglerOutput(context.wrangler, migrate);
    context.print("The database is up to date.\n");
    const deploy = ["deploy", "--config", config, "--keep-vars", "--tag", plan.version, ...plan.rest];
    const output = await wranglerOutput(context.wrangler, [...deploy, ...secretsFile(plan, folder, context)]);
    const address = addressOf(plan, toml);
    context.print("The Worker is deployed.\n");
    if (address !== null) return address;
    const named = workersDevAddress(output);
    write({ ...plan.variables, APP_URL: named });
    await wranglerOutput(context.wrangler, deploy);
    return named;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function newDatabase(name: string, wrangler: Wrangler): Promise<string> {
  await wranglerOutput(wrangler, ["d1", "create", name, "--update-config=false"]);
  const id = await databaseId(wrangler, name);
  if (id === null)
    throw new UserError(`The database "${name}" was created but is not listed yet: run the command again.`);
  return id;
}

/** Uploads new secrets together with the code, so that neither exists without the other. */
function secretsFile(
  { newSecrets: names }: DeployPlan,
  folder: string,
  { secrets, secretFiles }: DeployContext,
): string[] {
  if (names.length === 0) return [];
  const values = Object.fromEntries(
    names.map((name) => [name, storeSecret(name, secrets[name] ?? "", secretFiles[name] ?? "")]),
  );
  const file = join(folder, "secrets.json");
  writeSecretFile(file, JSON.stringify(values));
  return ["--secrets-file", file];
}

function workersDevAddress(output: string): string {
  const address = /^\s+(https:\/\/\S+\.workers\.dev)\s*$/m.exec(output)?.[1];
  if (address !== undefined) return address;
  throw new UserError(
    'The Worker is deployed, but wrangler printed no address: set it with "npm run deploy -- --url https://…".',
  );
}

function summary(
  address: string,
  { version, newSecrets: names }: DeployPlan,
  { secretFiles }: DeployContext,
): string {
  const files = names.map((name) => `${name} is in ${secretFiles[name]}.\n`);
  return `${files.join("")}Version ${version} is deployed; "npx wrangler rollback" restores the previous version.\nOpen ${address}\n`;
}
