/** Everything that can be measured here, in the order of the table's columns. */
import { mini } from "./ceilings.ts";
import { aedes, mosquitto, mosquittoInstalled } from "./peers.ts";
import { bareProduct, otherCheckout, startedProduct } from "./product.ts";
import type { Target } from "./target.ts";

export const targets = (other = process.env.BENCH_CHECKOUT): Target[] => [
  bareProduct,
  ...(other === undefined ? [] : [otherCheckout(other)]),
  startedProduct,
  aedes,
  ...(mosquittoInstalled() ? [mosquitto] : []),
  mini,
];
