/** Starts the product once for all journeys; what is returned stops it. */

import { startProductProcess } from "../support/product-process.ts";

export default async function setup(): Promise<() => Promise<void>> {
  const product = await startProductProcess();
  process.env.BASE_URL = product.url;
  return product.stop;
}
