/** The service's limits, with the account's own laid over them as its rights last said: they may change while it is awake. */

import { type BrokerLimits, OWN_LIMITS, type OwnLimits } from "../contract/limits.ts";
import type { Meta } from "./meta.ts";

export function limitsInForce(service: BrokerLimits, meta: Meta): BrokerLimits {
  let known: { text: string; own: OwnLimits } = { text: "", own: {} };
  const own = (): OwnLimits => {
    const text = meta.get("ownLimits");
    if (known.text !== text) known = { text, own: JSON.parse(text) as OwnLimits };
    return known.own;
  };
  const inForce = { ...service };
  for (const name of OWN_LIMITS) {
    Object.defineProperty(inForce, name, { enumerable: true, get: () => own()[name] ?? service[name] });
  }
  return inForce;
}
