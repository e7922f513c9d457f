/** What a request has done with a device, as it is stored. */

import type { SwitchOrder } from "../../broker/contract/control.ts";
import type { ControlSet } from "../../broker/contract/controls.ts";

interface GivenOrder {
  state?: boolean | null | undefined;
  set?: ControlSet | null | undefined;
}

/** Null when it does nothing. */
export function orderOf(given: GivenOrder | null | undefined): SwitchOrder | null {
  const { state = null, set = null } = given ?? {};
  const values = set === null || Object.keys(set).length === 0 ? null : set;
  if (state === null && values === null) return null;
  return { state: state === null ? null : state ? "on" : "off", set: values };
}
