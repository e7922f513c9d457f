/** Writes a notice, in the transaction of its cause. */

import type { Mistake } from "../../contract/mistake.ts";
import type { DeviceWatch, WatchedEvent } from "../../contract/watch.ts";
import { stableId } from "../../events/record.ts";
import type { BrokerStore } from "../../storage/store.ts";
import type { WatchNotice } from "../../watches/watch.ts";
import { newDelivery } from "./deliveries.ts";

/** Notices of an account and day (UTC). One more says that no more follow. */
const MAX_NOTICES_A_DAY = 200;
const DAY = 86_400_000;

interface Subject {
  watch: DeviceWatch;
  deviceId: string | null;
  event: WatchedEvent | null;
  mistake: Mistake | undefined;
}

/** False when the account has as many notices as it may on this day. */
export function appendNotice(
  { notices, meta, targets, rightsCopy }: BrokerStore,
  { watch, deviceId, event, mistake }: Subject,
  { name, state, at }: WatchNotice,
): boolean {
  const count = notices.countOn(at);
  if (count > MAX_NOTICES_A_DAY) return false;
  const isLast = count === MAX_NOTICES_A_DAY;
  const device = deviceId === null ? null : rightsCopy.device(deviceId);
  const facts = {
    watch: { id: watch.id, name: watch.name },
    device: deviceId === null ? null : { id: deviceId, name: device?.name ?? "" },
    key: watch.key,
    when: isLast ? null : watch.when,
    event,
    ...(mistake !== undefined && { mistake }),
  };
  const occasion = isLast ? `notices of ${Math.floor(at / DAY)}` : `${watch.id}:${name}`;
  const known = new Set(targets.all().map(({ id }) => id));
  const deliveries = watch.targets
    .filter((target) => known.has(target))
    .map((target) => newDelivery(target, at));
  notices.append({ id: stableId(meta.get("userId"), occasion), state, at, facts, deliveries });
  return !isLast;
}
