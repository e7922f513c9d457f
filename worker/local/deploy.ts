import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newSecrets } from "../secrets/new-secrets.ts";
import { buildPage } from "./build-page.ts";
import { inRoot, root } from "./paths.ts";
import { Problem } from "./problem.ts";
import { command, finished } from "./wrangler.ts";

const CLI = inRoot("node_modules/wrangler/wrangler-dist/cli.js");
const NO_DATABASE = "00000000-0000-0000-0000-000000000000";

/** wrangler as the person at the keyboard would run it: it may ask, and shows what it does. */
async function run(args: string[]): Promise<void> {
  const child = spawn(process.execPath, ["--no-warnings", CLI, ...args], { cwd: root, stdio: "inherit" });
  const { code } = await finished(child);
  if (code !== 0)
    throw new Problem(`"wrangler ${args.slice(0, 2).join(" ")}" did not succeed; nothing after it was done.`);
}

/** The names of the secrets that the deployed Worker has; none before its first deployment. */
async function deployedSecrets(): Promise<Set<string>> {
  const { code, output } = await command(["secret", "list", "--format", "json"]);
  if (code === 0) {
    const list = JSON.parse(output.slice(output.indexOf("["))) as { name: string }[];
    return new Set(list.map(({ name }) => name));
  }
  // Only "there is no such Worker" may count as "no secrets": new ones would make the sealed data unreadable.
  if (/10007|does not exist|not found/i.test(output)) return new Set();
  throw new Problem(`The secrets of the deployed Worker could not be listed:\n${output.trim()}`);
}

/** Deploys; the first time with fresh secrets, which nobody ever sees and which later deployments keep. */
async function deployWorker(args: string[]): Promise<void> {
  const present = await deployedSecrets();
  const hasSlot = present.has("SEAL_KEYS_A") || present.has("SEAL_KEYS_B");
  const missing = Object.entries(newSecrets()).filter(
    ([name]) => !present.has(name) && !(name === "SEAL_KEYS" && hasSlot),
  );
  const folder = mkdtempSync(join(tmpdir(), "switchyard-"));
  try {
    const file = join(folder, "secrets.json");
    writeFileSync(file, JSON.stringify(Object.fromEntries(missing)), { mode: 0o600 });
    const secrets = missing.length > 0 ? ["--secrets-file", file] : [];
    await run(["deploy", "--var", "ENVIRONMENT:production", ...secrets, ...args]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What a deployed product cannot do without, and only its owner can know. */
function refuseUnfinished(config: string): void {
  if (config.includes(NO_DATABASE)) {
    throw new Problem(
      'wrangler.toml names no database yet: run "npx wrangler d1 create switchyard" and put the id it prints at database_id.',
    );
  }
  // without it a letter's link would follow the host name that its request came with
  if (/^APP_URL = ""/m.test(config)) {
    throw new Problem("wrangler.toml names no APP_URL yet: put the address there that people will open.");
  }
}

/** `npm run deploy`: the page, the database's migrations, then the Worker with the page as its assets. */
export async function main(args: string[]): Promise<number> {
  refuseUnfinished(readFileSync(inRoot("wrangler.toml"), "utf8"));
  await buildPage();
  await run(["d1", "migrations", "apply", "DB", "--remote"]);
  await deployWorker(args);
  return 0;
}
