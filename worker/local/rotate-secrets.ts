import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import type { KeyListName } from "../keys/keys.ts";
import {
  checkNeededKeys,
  KEY_LISTS,
  type KeyUse,
  readKeys,
  replaceKeys,
  withNewKey,
  withoutOldKeys,
} from "../keys/rotation.ts";
import { answer, asked } from "./deploy/present.ts";
import { databasesIn, hasPeople, lookInto } from "./local-database.ts";
import { inRoot, stateDir } from "./paths.ts";
import { asProblem, Problem } from "./problem.ts";
import { command, type Wrangler } from "./wrangler.ts";

export interface Place {
  /** The folder of `.dev.vars`, and of the files with the keys of the deployed product. */
  folder: string;
  stateDirectory: string;
  wrangler: Wrangler;
  now(): number;
}

const HERE: Place = {
  folder: inRoot(""),
  stateDirectory: stateDir(process.env),
  wrangler: command,
  now: Date.now,
};

const OPTIONS = ["--remote", "--retire", "--lookup", "--bridge", "--operator"];
const NAMES: Readonly<Record<string, KeyListName>> = {
  "--lookup": "LOOKUP_KEY",
  "--bridge": "BRIDGE_KEYS",
  "--operator": "OPERATOR_KEYS",
};

/**
 * `npm run secrets:rotate`: a new key is the first of a list, and the older ones are accepted until they are retired. No key
 * goes while a stored value needs it.
 *
 *   npm run secrets:rotate                          SEAL_KEYS in .dev.vars, for this machine
 *   npm run secrets:rotate -- --remote              for the deployed Worker; its keys are kept in .keys.env
 *   npm run secrets:rotate [-- --remote] --retire   drops the older keys
 *   npm run secrets:rotate -- --lookup …            LOOKUP_KEY; --bridge: BRIDGE_KEYS; --operator: OPERATOR_KEYS
 */
export async function main(options: string[], place: Partial<Place> = {}): Promise<number> {
  const unknown = options.find((option) => !OPTIONS.includes(option));
  if (unknown !== undefined) throw new Problem(`Unknown option ${unknown}: only ${OPTIONS.join(", ")}.`);
  const [said, ...more] = Object.keys(NAMES).filter((option) => options.includes(option));
  if (more.length > 0) throw new Problem(`${Object.keys(NAMES).join(" or ")}: one after the other.`);
  const name = NAMES[said ?? ""] ?? "SEAL_KEYS";
  const at = { ...HERE, ...place };
  const [isRemote, retires] = [options.includes("--remote"), options.includes("--retire")];
  const file = `${at.folder}/${isRemote ? KEY_LISTS[name].file : ".dev.vars"}`;
  const text = existsSync(file) ? readFileSync(file, "utf8") : anew(name, file, isRemote && !retires);
  const before = readKeys(text, name);
  if (before === null) throw new Problem(`${file} has no line ${name}=….`);
  const keys = asProblem(() =>
    retires ? withoutOldKeys(name, before) : withNewKey(name, before, isRemote ? at.now() : undefined),
  );
  const uses = isRemote ? await remoteUses(name, at.wrangler) : localUses(name, at.stateDirectory);
  asProblem(() => checkNeededKeys(name, keys, uses));
  // Written before it is sent, because a Worker does not show its secrets; in force after, because nobody may use a key
  // that the Worker does not accept yet.
  writeFileSync(`${file}.new`, replaceKeys(text, name, keys), { mode: 0o600 });
  if (isRemote) await asked(at.wrangler, ["secret", "put", name], keys);
  renameSync(`${file}.new`, file);
  process.stdout.write(`${report(name, basename(file), options)}\n`);
  return 0;
}

/** Keys that no stored value needs begin anew where their file is gone: every bridge, or operator, gets the new one. */
function anew(name: KeyListName, file: string, may: boolean): string {
  if (may && KEY_LISTS[name].usageSql === null) return `${name}=\n`;
  throw new Problem(
    basename(file) === ".dev.vars"
      ? "There is no .dev.vars yet: the first npm start makes it."
      : `There is no ${file} with the keys of now: npm run deploy made it where the product was first deployed.`,
  );
}

async function remoteUses(name: KeyListName, wrangler: Wrangler): Promise<KeyUse[]> {
  const { usageSql } = KEY_LISTS[name];
  if (usageSql === null) return [];
  const output = await asked(wrangler, ["d1", "execute", "DB", "--remote", "--json", "--command", usageSql]);
  const [rows] = answer<{ results: KeyUse[] }[]>(output);
  if (rows !== undefined) return rows.results;
  throw new Problem("The database did not say which keys it needs; nothing was changed.");
}

function localUses(name: KeyListName, stateDirectory: string): KeyUse[] {
  const { usageSql } = KEY_LISTS[name];
  if (usageSql === null) return [];
  return databasesIn(stateDirectory)
    .filter(hasPeople)
    .flatMap((file) => {
      const uses = lookInto(file, (opened) => opened.prepare(usageSql).all() as unknown as KeyUse[]);
      if (uses !== null) return uses;
      throw new Problem("The local database cannot say which keys it needs; nothing was changed.");
    });
}

function report(name: KeyListName, file: string, options: readonly string[]): string {
  const start = file === ".dev.vars" ? " Start Switchyard again." : "";
  if (options.includes("--retire")) return `The older keys of ${name} are gone from ${file}.${start}`;
  return `A new key is the first of ${name} in ${file}; the older ones are accepted, too.${start}
1. ${KEY_LISTS[name].nextStep}
2. Drop the older keys: npm run secrets:rotate -- ${[...options, "--retire"].join(" ")}`;
}
