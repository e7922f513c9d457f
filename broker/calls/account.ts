/** Calls about the account as a whole: its events, refusals and metrics, and what an operator sees of it. */

import type {
  Activity,
  BlockedClient,
  BusiestDevices,
  EventFilters,
  StoredEvent,
  StoredRefusal,
  Usage,
} from "../contract/account.ts";
import { type CallerResult, sessionIdOf, type TokenDetails } from "../contract/bearer.ts";
import type { AccountMetrics } from "../contract/telemetry.ts";
import { UNREAD } from "../hub/limits/vain-connections.ts";
import type { Modules } from "../hub/modules.ts";
import type { Block } from "../storage/block-list.ts";
import { Calls, rememberAccount } from "./caller.ts";

export class AccountCalls extends Calls {
  events(filters: EventFilters): Promise<CallerResult<StoredEvent[]>> {
    return this.act((hub) => {
      rememberAccount(hub);
      return hub.modules.store.events.list(filters);
    });
  }

  /** Counts the events of `hours` hours from `from`, of the `limit` busiest devices. */
  eventCounts(from: number, hours: number, limit: number): Promise<CallerResult<BusiestDevices>> {
    return this.act(({ modules }) => modules.store.events.countByHour(from, hours, limit));
  }

  /** At most 200, newest first. */
  refusals(): Promise<CallerResult<StoredRefusal[]>> {
    return this.act(({ modules }) => modules.refusals.all());
  }

  /** At most ten seconds old. Null while those that were read at `since` are. Milliseconds since 1970. */
  metrics(since: number | null = null): Promise<CallerResult<AccountMetrics | null>> {
    return this.act(({ modules }) => {
      const metrics = modules.metrics.read(Date.now());
      return metrics.at === since ? null : metrics;
    });
  }

  /** Returns the caller's token; null for a login session. */
  token(): Promise<CallerResult<TokenDetails | null>> {
    return this.act(async (_, caller) => {
      const rights = await caller.rights();
      return rights?.kind === "token" ? { name: rights.label, details: rights.details } : null;
    });
  }
}

/** `storage`: bytes of the object's database. */
export function usageOf({ store: { events, history, retained } }: Modules, storage: number): Usage {
  return { events: events.count, retained: retained.count, series: history.count, storage };
}

/** The use of a login session; one that has ended, or is not known yet, is not noted. */
export function noteSessionUse(digest: string, { store: { rightsCopy, uses } }: Modules, now: number): void {
  if (rightsCopy.sessionEnd(digest) !== null) uses.putToken(sessionIdOf(digest), now, null);
}

/** The state of the account for an operator. */
export function activityOf({ store, connections, rateLimiter }: Modules, now: number): Activity {
  const { messages, bytes } = rateLimiter.published;
  return {
    connections: connections.accepted,
    resting: store.sessions.offline(),
    messagesRate: messages.perSecond(now),
    bytesRate: bytes.perSecond(now),
    blocked: [...store.blockList.all()]
      .filter(([, { until }]) => until > now)
      .map(([key, block]) => blockedEntry(key, block)),
  };
}

/** An address is shown as a digest only. */
function blockedEntry(key: string, { until, times, why }: Block): BlockedClient {
  const [, who] = key.split(" ", 2);
  const [, id] = who?.split(":") ?? [];
  return { what: whatIs(key, who), id: id ?? null, until, times: times + 1, why };
}

/** The digest of a name has twice the length of that of an address. */
const NAME_LENGTH = 64;

function whatIs(key: string, who: string | undefined): BlockedClient["what"] {
  if (who === UNREAD) return "address";
  if (who !== undefined) return who.includes(":") ? "client" : "name";
  if (key === "restart") return "restart";
  return key.length === NAME_LENGTH ? "name" : "address";
}
