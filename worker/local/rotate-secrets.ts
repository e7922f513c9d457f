import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { newSealKey } from "../secrets/new-secrets.ts";
import { retired, rotated, withSealKeys } from "../secrets/rotation.ts";
import { inRoot } from "./paths.ts";
import { Problem } from "./problem.ts";

type Change = (keys: string) => string;

/**
 * `npm run secrets:rotate`: a new key seals from now on, the old ones still open what they sealed.
 *
 *   npm run secrets:rotate                             in .dev.vars, for this machine
 *   npm run secrets:rotate -- --retire                 drops the old keys, once nothing needs them
 *   SEAL_KEYS=… npm run -s secrets:rotate -- --print   writes the new value out, for a deployed Worker:
 *                                                      … | npx wrangler secret put SEAL_KEYS
 *
 * The cron seals again what old keys sealed (worker/secrets/reseal.ts); its log line says `reseal_left`.
 */
export async function main(options: string[], file = inRoot(".dev.vars")): Promise<number> {
  const unknown = options.find((option) => option !== "--print" && option !== "--retire");
  if (unknown !== undefined) throw new Problem(`Unknown option ${unknown}: only --print and --retire.`);
  const retire = options.includes("--retire");
  const change: Change = (keys) => asProblem(() => (retire ? retired(keys) : rotated(keys, newSealKey())));
  if (options.includes("--print")) {
    process.stdout.write(`${change(process.env.SEAL_KEYS ?? "")}\n`);
  } else {
    rewrite(file, change);
    process.stdout.write(`${retire ? RETIRED : ROTATED}\n`);
  }
  return 0;
}

/** A file half written would lose every sealed secret: written beside it, then swapped. */
function rewrite(file: string, change: Change): void {
  if (!existsSync(file)) throw new Problem("There is no .dev.vars yet: the first npm start makes it.");
  const next = asProblem(() => withSealKeys(readFileSync(file, "utf8"), change));
  writeFileSync(`${file}.new`, next, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function asProblem<T>(attempt: () => T): T {
  try {
    return attempt();
  } catch (error) {
    throw new Problem(error instanceof Error ? error.message : String(error));
  }
}

const RETIRED = "Only the current key is left in .dev.vars. Start Switchyard again.";
const ROTATED = `A new key is current in .dev.vars; the old ones still open what they sealed.
1. Start Switchyard again.
2. Seal everything with the new key, 100 values a run, until the log says "reseal_left":0
     curl http://localhost:8787/cdn-cgi/local/scheduled
3. Drop the old keys:
     npm run secrets:rotate -- --retire`;
