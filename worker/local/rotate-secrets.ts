import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import type { KeyListName } from "../keys/keys.ts";
import { checkNeededKeys, KEY_LISTS, type KeyUse, withNewKey, withoutOldKeys } from "../keys/rotation.ts";
import { parseJson, wranglerOutput } from "./deploy/deployed-state.ts";
import { secretsFile } from "./local-secrets.ts";
import { databasesIn, hasUsers, queryFile } from "./migrate.ts";
import { inRoot, stateDir } from "./paths.ts";
import { replaceSecretFile, writeSecretFile } from "./secret-file.ts";
import { asUserError, UserError } from "./user-error.ts";
import { runWrangler, type Wrangler } from "./wrangler.ts";

export interface RotateContext {
  folder: string;
  stateDirectory: string;
  wrangler: Wrangler;
}

const DEFAULTS: RotateContext = {
  folder: inRoot(""),
  stateDirectory: stateDir(process.env),
  wrangler: runWrangler,
};

/** The lists by their options. */
const NAMES = new Map(Object.entries(KEY_LISTS).map(([name, { option }]) => [option, name as KeyListName]));
const LISTS = [...NAMES.keys()].filter((option) => option !== "");
const OPTIONS: string[] = ["--remote", "--retire", ...LISTS];

export const HELP = `npm run secrets:rotate -- [options]

Adds a new key in front of a list. The older keys are accepted until --retire removes them, which is refused while a
stored value needs one. Without options: SEAL_KEYS in .dev.vars, for this machine.

  --lookup, --vapid, --bridge, --operator
                                  LOOKUP_KEY, VAPID_KEYS, BRIDGE_KEYS or OPERATOR_KEYS instead
  --remote                        the deployed Worker; its keys are stored in .keys.env, .bridge.env and .operator.env
  --retire                        remove the older keys`;

export async function main(options: string[], overrides: Partial<RotateContext> = {}): Promise<number> {
  const unknown = options.find((option) => !OPTIONS.includes(option));
  if (unknown !== undefined) throw new UserError(`Unknown option ${unknown}: only ${OPTIONS.join(", ")}.`);
  const [option = "", ...more] = LISTS.filter((option) => options.includes(option));
  if (more.length > 0) throw new UserError(`Give only one of ${LISTS.join(", ")}.`);
  const name = NAMES.get(option) ?? "SEAL_KEYS";
  const context = { ...DEFAULTS, ...overrides };
  const [isRemote, retires] = [options.includes("--remote"), options.includes("--retire")];
  const file = isRemote
    ? `${context.folder}/${KEY_LISTS[name].file}`
    : secretsFile(context.stateDirectory, context.folder);
  // A list that no stored value needs can start empty.
  const startsEmpty = isRemote && !retires && KEY_LISTS[name].usageSql === null;
  const text = existsSync(file) ? readFileSync(file, "utf8") : startsEmpty ? `${name}=\n` : "";
  const line = new RegExp(`^([ \\t]*${name}[ \\t]*=[ \\t]*)(["']?)(.*?)\\2[ \\t]*$`, "m");
  const [, start = "", quote = "", before] = line.exec(text) ?? [];
  const madeBy = isRemote ? "npm run deploy, on the machine of the first deployment" : "the first npm start";
  if (before === undefined) throw new UserError(`${file} has no line ${name}=…. It is written by ${madeBy}.`);
  const keys = asUserError(() =>
    retires ? withoutOldKeys(name, before) : withNewKey(name, before, isRemote ? Date.now() : undefined),
  );
  const uses = await keyUses(name, isRemote, context);
  asUserError(() => checkNeededKeys(name, keys, uses));
  // Written before the upload, because a Worker's secrets cannot be read; renamed after it, so that nobody uses a
  // key too early.
  const next = `${file}.new`;
  writeSecretFile(
    next,
    text.replace(line, () => start + quote + keys + quote),
  );
  if (isRemote) await wranglerOutput(context.wrangler, ["secret", "put", name], keys);
  replaceSecretFile(next, file);
  process.stdout.write(`${report(name, basename(file), options)}\n`);
  return 0;
}

/** Returns how many stored values need each key. */
async function keyUses(name: KeyListName, isRemote: boolean, context: RotateContext): Promise<KeyUse[]> {
  const { usageSql: sql } = KEY_LISTS[name];
  if (sql === null) return [];
  if (isRemote) {
    const args = ["d1", "execute", "DB", "--remote", "--json", "--command", sql];
    const answers = parseJson<{ results: KeyUse[] }[]>(await wranglerOutput(context.wrangler, args));
    return answers[0]?.results ?? noUses();
  }
  const usesIn = (file: string) =>
    queryFile(file, (database) => database.prepare(sql).all() as unknown as KeyUse[]) ?? noUses();
  return databasesIn(context.stateDirectory).filter(hasUsers).flatMap(usesIn);
}

function noUses(): never {
  throw new UserError("The database did not return the keys in use; nothing was changed.");
}

function report(name: KeyListName, file: string, options: readonly string[]): string {
  const start = file === ".dev.vars" ? " Restart Switchyard." : "";
  if (options.includes("--retire")) return `The older keys of ${name} were removed from ${file}.${start}`;
  return `${name} in ${file} has a new first key; the older ones are still accepted.${start}
1. ${KEY_LISTS[name].nextStep}
2. Remove the older keys: npm run secrets:rotate -- ${[...options, "--retire"].join(" ")}`;
}
