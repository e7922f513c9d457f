/** Memory in use of a Worker on the bare runtime. */
import { collectGarbage } from "./profile.ts";
import type { Started } from "./targets/process.ts";

/** Resident bytes after garbage collection. The Worker responds at `url`. */
export async function memoryInUse(product: Started, url: string): Promise<number> {
  let collected = false;
  const collecting = collectGarbage(String(product.said.inspector)).then(() => {
    collected = true;
  });
  // an isolate handles its inspector only while it has work
  while (!collected) await fetch(`${url}/v0/health/`).then((answer) => answer.arrayBuffer());
  await collecting;
  return product.memory();
}
