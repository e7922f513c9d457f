/** What a Worker on the bare runtime has in use. */
import { collectGarbage } from "./profile.ts";
import type { Started } from "./targets/process.ts";

/** Resident bytes, without what nothing refers to any more. `url` is answered by the Worker. */
export async function memoryInUse(product: Started, url: string): Promise<number> {
  let collected = false;
  const collecting = collectGarbage(String(product.said.inspector)).then(() => {
    collected = true;
  });
  // an isolate hears its inspector only when it has something to do
  while (!collected) await fetch(`${url}/v0/health/`).then((answer) => answer.arrayBuffer());
  await collecting;
  return product.memory();
}
