/** Products of one test, started one after the other with the same data and port. Removed after the test. */

import { rmSync } from "node:fs";
import { onTestFinished } from "vitest";
import {
  freePort,
  newStateDirectory,
  type ProductSettings,
  type RunningProduct,
  startProductProcess,
} from "./product-process.ts";

export interface OwnProduct {
  stateDirectory: string;
  start(settings?: ProductSettings): Promise<RunningProduct>;
}

export async function ownProduct(given?: string): Promise<OwnProduct> {
  const stateDirectory = given ?? (await newStateDirectory());
  const port = await freePort();
  let product: RunningProduct | null = null;
  onTestFinished(async () => {
    await product?.kill();
    rmSync(stateDirectory, { recursive: true, force: true });
  });
  const start = async (settings: ProductSettings = {}) => {
    product = await startProductProcess({ stateDirectory, port, ...settings });
    return product;
  };
  return { stateDirectory, start };
}
