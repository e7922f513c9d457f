/**
 * `npm run secrets:rotate -- --bridge` and `-- --operator`: a new key for bridges to sign with, or for whoever runs the
 * service. They are kept in a file, because a deployed Worker tells no secret. It believes the new one and the one before,
 * so that each bridge, and each machine that an operator works at, takes the new one in its own time.
 */

import { existsSync, readFileSync } from "node:fs";
import { newKey } from "../secrets/new-secrets.ts";
import { type KeptName, keptRetired, keptRotated, withKeys } from "../secrets/rotation.ts";
import { asProblem, Problem } from "./problem.ts";
import { replaceFile } from "./replace-file.ts";
import type { Wrangler } from "./wrangler.ts";

export interface KeptRotation {
  name: KeptName;
  /** That holds them: this machine's variables, or those of a deployed product. */
  file: string;
  /** Wrangler where the Worker is a deployed one. */
  remote: Wrangler | null;
  retire: boolean;
}

export async function rotateKeptKeys(rotation: KeptRotation): Promise<string> {
  const { name, file, remote, retire } = rotation;
  const { keys, text } = asProblem(() => changed(rotation));
  // The Worker first: nobody uses a key that is not believed yet.
  if (remote !== null) await put(remote, name, keys);
  replaceFile(file, text);
  const said = SAID[name];
  if (retire) return said.retired;
  return remote === null ? said.rotated : said.deployed.replace("{file}", file);
}

/** Where no file was kept, its keys begin anew. */
function changed({ name, file, remote, retire }: KeptRotation): { keys: string; text: string } {
  if (!existsSync(file)) {
    if (remote === null || retire) throw new Error(`There is no ${file} with the keys of now.`);
    const keys = newKey();
    return { keys, text: `${name}=${keys}\n` };
  }
  let keys = "";
  const text = withKeys(readFileSync(file, "utf8"), name, (before) => {
    keys = retire ? keptRetired(before) : keptRotated(before, newKey());
    return keys;
  });
  return { keys, text };
}

async function put(wrangler: Wrangler, name: KeptName, keys: string): Promise<void> {
  const { code, output } = await wrangler(["secret", "put", name], keys);
  if (code === 0) return;
  throw new Problem(`"wrangler secret put" did not succeed; nothing was changed:\n${output.trim()}`);
}

interface Said {
  rotated: string;
  deployed: string;
  retired: string;
}

const SAID: Record<KeptName, Said> = {
  BRIDGE_KEYS: {
    rotated: `A new key is the first of BRIDGE_KEYS in .dev.vars; the one before is believed, too.
1. Start Switchyard again, then each bridge with these BRIDGE_KEYS.
2. Drop the old key:
     npm run secrets:rotate -- --bridge --retire`,
    deployed: `The deployed Worker believes a new key, and the one before. Both stand in {file}, the new one first.
1. Give its line to every bridge, and start each again.
2. Drop the old key:
     npm run secrets:rotate -- --bridge --remote --retire`,
    retired: "Only the key that bridges sign with is left. On this machine, start Switchyard again.",
  },
  OPERATOR_KEYS: {
    rotated: `A new key is the first of OPERATOR_KEYS in .dev.vars; the one before is good, too.
1. Start Switchyard again: npm run admin takes the first.
2. Drop the old key:
     npm run secrets:rotate -- --operator --retire`,
    deployed: `The deployed Worker takes a new key, and the one before. Both stand in {file}, the new one first.
1. Give it to whoever and whatever has the old one: other machines, and Prometheus.
2. Drop the old key:
     npm run secrets:rotate -- --operator --remote --retire`,
    retired: "The old key is good for nothing any more. On this machine, start Switchyard again.",
  },
};
