import { existsSync, readFileSync } from "node:fs";
import { newNamedKey, newSlotKey } from "../secrets/new-secrets.ts";
import {
  type KeyList,
  type KeyUse,
  LOOKUP_KEY,
  mayDropList,
  nextSlot,
  retired,
  rotated,
  SEAL_KEYS,
  withKeys,
} from "../secrets/rotation.ts";
import { databasesIn, lookInto } from "./local-database.ts";
import { inRoot, stateDir } from "./paths.ts";
import { asProblem, Problem } from "./problem.ts";
import { replaceFile } from "./replace-file.ts";
import { rotateKeptKeys } from "./rotate-kept-keys.ts";
import { command, type Wrangler } from "./wrangler.ts";

export interface Place {
  /** The variables of this machine. */
  file: string;
  /** Those of the deployed product's bridges. */
  bridgeFile: string;
  /** The key of whoever runs the deployed product. */
  operatorFile: string;
  stateDirectory: string;
  wrangler: Wrangler;
}

const HERE: Place = {
  file: inRoot(".dev.vars"),
  bridgeFile: inRoot(".bridge.env"),
  operatorFile: inRoot(".operator.env"),
  stateDirectory: stateDir(process.env),
  wrangler: command,
};

const OPTIONS: readonly string[] = ["--remote", "--retire", "--lookup", "--bridge", "--operator"];
/** One list of keys at a time. */
const LISTS: readonly string[] = ["--lookup", "--bridge", "--operator"];

/**
 * `npm run secrets:rotate`: a new key seals from now on, the old ones still open what they sealed. The jobs seal it again
 * with the new one (worker/secrets/renew.ts). No key goes while a value needs it.
 *
 *   npm run secrets:rotate                          in .dev.vars, for this machine
 *   npm run secrets:rotate -- --remote              for the deployed Worker, whose secrets can be written but not read
 *   npm run secrets:rotate [-- --remote] --retire   drops the keys that nothing needs any more
 *   npm run secrets:rotate -- --lookup …            the same for what rows are looked up by
 *   npm run secrets:rotate -- --bridge …            the same for what bridges sign with: rotate-kept-keys.ts
 *   npm run secrets:rotate -- --operator …          the same for what operators sign in with
 */
export async function main(options: string[], place: Partial<Place> = {}): Promise<number> {
  const unknown = options.find((option) => !OPTIONS.includes(option));
  if (unknown !== undefined) throw new Problem(`Unknown option ${unknown}: only ${OPTIONS.join(", ")}.`);
  const [said, ...more] = LISTS.filter((option) => options.includes(option));
  if (more.length > 0) throw new Problem(`${LISTS.join(" or ")}: one after the other.`);
  const at = { ...HERE, ...place };
  const retire = options.includes("--retire");
  const isRemote = options.includes("--remote");
  if (said === "--bridge" || said === "--operator") {
    const remote = isRemote ? at.wrangler : null;
    const [name, deployed] =
      said === "--bridge"
        ? (["BRIDGE_KEYS", at.bridgeFile] as const)
        : (["OPERATOR_KEYS", at.operatorFile] as const);
    const file = isRemote ? deployed : at.file;
    process.stdout.write(`${await rotateKeptKeys({ name, file, remote, retire })}\n`);
    return 0;
  }
  const list = said === "--lookup" ? LOOKUP_KEY : SEAL_KEYS;
  const done = isRemote ? await rotateRemote(at, list, retire) : rotateLocal(at, list, retire);
  process.stdout.write(`${done}\n`);
  return 0;
}

function rotateLocal({ file, stateDirectory }: Place, list: KeyList, retire: boolean): string {
  if (!existsSync(file)) throw new Problem("There is no .dev.vars yet: the first npm start makes it.");
  const change = (keys: string) =>
    retire ? retired(keys, list, localUses(stateDirectory, list)) : rotated(keys, newNamedKey());
  const next = asProblem(() => withKeys(readFileSync(file, "utf8"), list.name, change));
  replaceFile(file, next);
  return retire ? RETIRED : ROTATED[list.name];
}

function localUses(stateDirectory: string, list: KeyList): KeyUse[] {
  return databasesIn(stateDirectory).flatMap((file) => {
    const empty = lookInto(
      file,
      (database) => database.prepare("SELECT 1 FROM users LIMIT 1").get() === undefined,
    );
    if (empty !== false) return [];
    const uses = lookInto(file, (database) => database.prepare(list.inUse).all() as unknown as KeyUse[]);
    if (uses === null)
      throw new Problem("The local database cannot say which keys it needs; nothing was changed.");
    return uses;
  });
}

async function rotateRemote({ wrangler }: Place, list: KeyList, retire: boolean): Promise<string> {
  const query = ["d1", "execute", "DB", "--remote", "--json", "--command", list.inUse];
  const uses = usesIn(await asked(wrangler, query));
  const { name } = list;
  if (retire) {
    if (!asProblem(() => mayDropList(list, uses))) {
      throw new Problem(`What stands in ${name} is in use: rotate it first.`);
    }
    await asked(wrangler, ["secret", "delete", name], "y\n");
    return `${name} is deleted from the deployed Worker; the key that everything needs stays.`;
  }
  const slot = asProblem(() => nextSlot(list, uses));
  await asked(wrangler, ["secret", "put", slot], newSlotKey(slot, Date.now()));
  return `A new key stands in ${slot} of the deployed Worker. ${DEPLOYED[name]}`;
}

async function asked(wrangler: Wrangler, args: string[], input?: string): Promise<string> {
  const { code, output } = await wrangler(args, input);
  if (code === 0) return output;
  throw new Problem(
    `"wrangler ${args.slice(0, 2).join(" ")}" did not succeed; nothing after it was done:\n${output.trim()}`,
  );
}

function usesIn(output: string): KeyUse[] {
  const [answer] = JSON.parse(output.slice(output.indexOf("["))) as { results: KeyUse[] }[];
  if (answer === undefined)
    throw new Problem("The database did not say which keys it needs; nothing was changed.");
  return answer.results;
}

const RETIRED = "Only the current key is left in .dev.vars. Start Switchyard again.";
const ROTATED: Record<KeyList["name"], string> = {
  SEAL_KEYS: `A new key is current in .dev.vars; the old ones still open what they sealed.
1. Start Switchyard again: its jobs seal everything with the new key.
2. Drop the old keys; it refuses while something needs them:
     npm run secrets:rotate -- --retire`,
  LOOKUP_KEY: `A new key is current in .dev.vars; what the old ones look up is still found.
1. Start Switchyard again: its jobs have the new key look everything up.
2. Drop the old keys; it refuses while something needs them:
     npm run secrets:rotate -- --lookup --retire`,
};
const DEPLOYED: Record<KeyList["name"], string> = {
  SEAL_KEYS: `It seals from ten minutes on; the one before still opens what it sealed.
The jobs seal everything again with the new key. The next rotation waits for them.`,
  LOOKUP_KEY: `It looks up from ten minutes on; what the one before looks up is still found.
The jobs have the new key look everything up. The next rotation waits for them.`,
};
