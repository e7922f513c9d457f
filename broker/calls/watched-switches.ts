/** The devices that are switched because of a watch: by its targets, and by a press on its notices. */

import { checkSet } from "../contract/controls.ts";
import type { ForeignAction, GivenAction, GivenWatch, NoticeAction, WrongAction } from "../contract/watch.ts";
import type { Modules } from "../hub/modules.ts";

export const switchedBy = (watch: GivenWatch, modules: Modules): string[] => [
  ...targetDevices(watch, modules),
  ...actionsOf(watch, modules).flatMap(({ deviceId }) => deviceId ?? []),
];

const targetDevices = ({ targets }: GivenWatch, { store }: Modules): string[] =>
  targets.flatMap((id) => {
    const address = store.targets.get(id)?.address;
    return address?.kind === "device" ? address.deviceId : [];
  });

/** A watch that says nothing of its actions keeps them. */
function actionsOf({ id, actions, ...watch }: GivenWatch, modules: Modules): readonly GivenAction[] {
  if (actions === undefined) return modules.store.watches.get(id)?.watch.actions ?? [];
  const [first = null] = [watch.deviceId ?? [], targetDevices({ id, ...watch }, modules)].flat();
  return actions.map((action) => ({ ...action, deviceId: action.deviceId ?? first }));
}

/** Each action with its device, or why one is not stored. What was stored before is not checked again. */
export function checkedActions(
  watch: GivenWatch,
  modules: Modules,
): readonly NoticeAction[] | WrongAction | ForeignAction {
  const { rightsCopy } = modules.store;
  const devices = [watch.deviceId, ...targetDevices(watch, modules)];
  const checked: NoticeAction[] = [];
  for (const { deviceId, ...action } of actionsOf(watch, modules)) {
    if (deviceId === null) return { foreignDevice: "" };
    if (watch.actions !== undefined) {
      if (!devices.includes(deviceId)) return { foreignDevice: deviceId };
      const { set, state } = action.order;
      const result = checkSet(rightsCopy.controlsOf(deviceId) ?? [], set ?? {}, state);
      if ("mistake" in result) return { mistake: result.mistake, of: "actions" };
    }
    checked.push({ ...action, deviceId });
  }
  return checked;
}
