/** Starts the product once for all journeys; what is returned stops it. */

import { freePort, startProductProcess } from "../support/product-process.ts";

export default async function setup(): Promise<() => Promise<void>> {
  const otherOrigin = `http://127.0.0.1:${await freePort()}`;
  const product = await startProductProcess({ variables: [`ALLOWED_ORIGINS:${otherOrigin}`] });
  process.env.BASE_URL = product.url;
  process.env.OTHER_ORIGIN = otherOrigin;
  return product.stop;
}
