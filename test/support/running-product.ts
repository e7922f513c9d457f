/** Starts the product once for a whole layer of tests, and stops it after the last one. */

import type { TestProject } from "vitest/node";
import { startProductProcess } from "./product-process.ts";

declare module "vitest" {
  interface ProvidedContext {
    baseUrl: string;
    tcpPort: number;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const product = await startProductProcess();
  project.provide("baseUrl", product.url);
  project.provide("tcpPort", product.tcpPort);
  return product.stop;
}
