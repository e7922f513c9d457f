/** Everything that can be measured here, in the order of the table's columns. */
import { mini } from "./ceilings.ts";
import { aedes, mosquitto, mosquittoInstalled } from "./peers.ts";
import { bareProduct, startedProduct } from "./product.ts";
import type { Target } from "./target.ts";

export const targets = (): Target[] => [
  bareProduct,
  startedProduct,
  aedes,
  ...(mosquittoInstalled() ? [mosquitto] : []),
  mini,
];
