/** The order of a caller about whom the device asks its owner. */

import type { SwitchRefused } from "../contract/account.ts";
import type { Orderer, PlacedOrder, TooManyWait } from "../contract/approval.ts";
import type { SwitchState } from "../contract/control.ts";
import { checkSet } from "../contract/controls.ts";
import type { SwitchRequest } from "../hub/devices/switching.ts";
import type { Modules } from "../hub/modules.ts";
import type { AskedOrder } from "../hub/watches/orders.ts";

interface AskedSwitch {
  deviceId: string;
  state: SwitchState | null;
  how: SwitchRequest;
}

/** Nothing is published. Values that do not fit are refused as those of a switch are. */
export function placeSwitch(
  modules: Modules,
  by: Orderer,
  { deviceId, state, how }: AskedSwitch,
): PlacedOrder | SwitchRefused {
  const { actor, set: values } = how;
  const checked = values && checkSet(modules.store.rightsCopy.controlsOf(deviceId) ?? [], values, state);
  if (checked && "mistake" in checked) return checked;
  return placeOrder(modules, { deviceId, by, order: { state, set: checked?.set ?? null }, actor });
}

export function placeOrder({ turns, orders, store }: Modules, asked: AskedOrder): PlacedOrder | TooManyWait {
  let placed: ReturnType<typeof orders.place> | null = null;
  const place = () =>
    turns.turn((plan) =>
      plan.write(() => {
        placed = orders.place(plan, asked);
      }),
    );
  const isDone = asked.by.kind === "guest" ? store.rows.countFor("guestRows", place) : place();
  const result = placed as ReturnType<typeof orders.place> | null;
  if (!isDone || result === null) throw new Error("The order could not be stored.");
  if ("tooManyWait" in result) return result;
  const { id, endsAt } = result.approval;
  return { approval: id, endsAt };
}
