/** The state of the account for an operator. */

import type { Activity, KeptOut } from "../contract/activity.ts";
import type { Block } from "../storage/block-list.ts";
import type { Modules } from "./modules.ts";

export function activityOf({ store, connections, rateLimiter }: Modules, now: number): Activity {
  const { messages, bytes } = rateLimiter.published;
  return {
    connections: connections.accepted,
    resting: store.sessions.offline(),
    messagesRate: messages.perSecond(now),
    bytesRate: bytes.perSecond(now),
    keptOut: [...store.blockList.all()]
      .filter(([, { until }]) => until > now)
      .map(([key, block]) => blockedEntry(key, block)),
  };
}

/** An address is shown as a digest only. */
function blockedEntry(key: string, { until, times, why }: Block): KeptOut {
  const [, who] = key.split(" ", 2);
  const [, id] = who?.split(":") ?? [];
  return { what: whatIs(key, who), id: id ?? null, until, times: times + 1, why };
}

/** The digest of a name has twice the length of that of an address. */
const NAME_LENGTH = 64;

function whatIs(key: string, who: string | undefined): KeptOut["what"] {
  if (who !== undefined) return who.includes(":") ? "client" : "name";
  if (key === "restart") return "restart";
  return key.length === NAME_LENGTH ? "name" : "address";
}
