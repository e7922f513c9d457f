/**
 * `npm run secrets:rotate -- --bridge`: a new key for bridges to sign with. The Worker believes it and the one before, so
 * that each bridge takes the new one in its own time. The clients of one that still signs with a key that is gone count
 * together, by the bridge's own address.
 */

import { existsSync, readFileSync } from "node:fs";
import { newKey } from "../secrets/new-secrets.ts";
import { bridgeKeysRetired, bridgeKeysRotated, withKeys } from "../secrets/rotation.ts";
import { Problem } from "./problem.ts";
import { replaceFile } from "./replace-file.ts";
import type { Wrangler } from "./wrangler.ts";

export interface BridgeRotation {
  /** That holds `BRIDGE_KEYS`: this machine's variables, or those of a deployed product's bridges. */
  file: string;
  /** Wrangler where the Worker is a deployed one. */
  remote: Wrangler | null;
  retire: boolean;
}

export async function rotateBridgeKeys(rotation: BridgeRotation): Promise<string> {
  const { file, remote, retire } = rotation;
  const { keys, text } = asProblem(() => changed(rotation));
  // The Worker first: no bridge signs with a key that is not believed yet.
  if (remote !== null) await put(remote, keys);
  replaceFile(file, text);
  if (retire) return RETIRED;
  return remote === null ? ROTATED : DEPLOYED.replace("{file}", file);
}

/** A deployed Worker tells no secret: where no file was kept, its keys begin anew. */
function changed({ file, remote, retire }: BridgeRotation): { keys: string; text: string } {
  if (!existsSync(file)) {
    if (remote === null || retire) throw new Error(`There is no ${file} with the keys of now.`);
    const keys = newKey();
    return { keys, text: `BRIDGE_KEYS=${keys}\n` };
  }
  let keys = "";
  const text = withKeys(readFileSync(file, "utf8"), "BRIDGE_KEYS", (before) => {
    keys = retire ? bridgeKeysRetired(before) : bridgeKeysRotated(before, newKey());
    return keys;
  });
  return { keys, text };
}

async function put(wrangler: Wrangler, keys: string): Promise<void> {
  const { code, output } = await wrangler(["secret", "put", "BRIDGE_KEYS"], keys);
  if (code === 0) return;
  throw new Problem(`"wrangler secret put" did not succeed; nothing was changed:\n${output.trim()}`);
}

function asProblem<T>(attempt: () => T): T {
  try {
    return attempt();
  } catch (error) {
    throw new Problem(error instanceof Error ? error.message : String(error));
  }
}

const RETIRED = "Only the key that bridges sign with is left. On this machine, start Switchyard again.";
const ROTATED = `A new key is the first of BRIDGE_KEYS in .dev.vars; the one before is believed, too.
1. Start Switchyard again, then each bridge with these BRIDGE_KEYS.
2. Drop the old key:
     npm run secrets:rotate -- --bridge --retire`;
const DEPLOYED = `The deployed Worker believes a new key, and the one before. Both stand in {file}, the new one first.
1. Give its line to every bridge, and start each again.
2. Drop the old key:
     npm run secrets:rotate -- --bridge --remote --retire`;
