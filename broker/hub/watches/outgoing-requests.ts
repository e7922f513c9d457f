/** What leaves for the hosts of targets: notices, repeated attempts, tests and presses are counted together. */

import { isReached, type ReachedTarget, type StoredNotice } from "../../contract/watch.ts";
import { requestWait } from "../../watches/request-limit.ts";
import { type CommonDependencies, HubModule } from "../module.ts";

type Address = ReachedTarget["address"];

export class OutgoingRequests extends HubModule<
  Pick<CommonDependencies, "store" | "turns" | "limits" | "clock">
> {
  /** Milliseconds until a request to the target may be sent; 0: now. */
  waitFor(address: Address, isTest: boolean): number {
    const { store, limits, clock } = this.deps;
    const now = clock();
    const request = { host: hostOf(address), isTest };
    return requestWait(store.hostRequests.recent(now), request, { limit: limits.TARGET_HOST_RATE, now });
  }

  /** The notices, with the reason of deliveries that wait until their host may get a request. */
  explained(notices: readonly StoredNotice[]): StoredNotice[] {
    const { store, limits, clock } = this.deps;
    const now = clock();
    const busy = new Set(
      store.notices.waiting().flatMap(({ target }) => (this.#isBusy(target) ? target : [])),
    );
    const detail = `Its host has had ${limits.TARGET_HOST_RATE} requests within an hour (TARGET_HOST_RATE): it waits.`;
    return notices.map((notice) => ({
      ...notice,
      deliveries: notice.deliveries.map((delivery) => {
        const isWaiting = delivery.nextAt !== null && delivery.nextAt <= now && busy.has(delivery.target);
        return isWaiting ? { ...delivery, detail } : delivery;
      }),
    }));
  }

  #isBusy(targetId: string): boolean {
    const target = this.deps.store.targets.get(targetId);
    return target !== null && isReached(target) && this.waitFor(target.address, false) > 0;
  }

  /** Stores the request before it is sent. Returns false when it could not be stored: then it must not be sent. */
  count(address: Address, isTest: boolean): boolean {
    const { store, turns, limits } = this.deps;
    const host = hostOf(address);
    const isUnlimited = host === "" || limits.TARGET_HOST_RATE === 0;
    if (isUnlimited && !isTest) return true;
    return turns.turn((plan) => plan.write(() => store.hostRequests.add({ at: plan.now, host, isTest })));
  }
}

/** An IPv4 address in an IPv6 one (RFC 4291, 2.5.5.2), as the URL standard writes it. */
const MAPPED = /^\[::ffff:([\da-f]{1,4}):([\da-f]{1,4})\]$/;

/** The host without its port, in one spelling; empty for e-mail, which the outbox limits. */
function hostOf(address: Address): string {
  if (address.kind === "mail") return "";
  const { hostname } = new URL(address.kind === "webhook" ? address.url : address.endpoint);
  const [, high, low] = MAPPED.exec(hostname) ?? [];
  if (high === undefined || low === undefined) return hostname.replace(/\.$/, "");
  const halves = [high, low].map((half) => Number.parseInt(half, 16));
  return halves.flatMap((half) => [half >> 8, half & 255]).join(".");
}
