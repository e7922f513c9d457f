/** Orders of callers about whom a device asks its owner: stored, and shown to people. Nothing is published yet. */

import type { Approval, Orderer, TooManyWait } from "../../contract/approval.ts";
import { callerOfToken } from "../../contract/asking.ts";
import type { SwitchOrder } from "../../contract/control.ts";
import type { Actor } from "../../contract/device-events.ts";
import { bearerOf } from "../../contract/token.ts";
import type { PushTarget, StoredTarget } from "../../contract/watch.ts";
import type { Notifier, TokenLogin } from "../../ports.ts";
import { type CommonDependencies, HubModule } from "../module.ts";
import { digest } from "../session-key.ts";
import type { TurnPlan } from "../socket/connection.ts";
import { publishId } from "./notice.ts";

/** Push messages about orders an hour, in memory: a program that orders again and again keeps no phone busy. */
const MAX_PUSHES = 60;
const HOUR = 3_600_000;
/** Of an order, where APPROVAL_TTL is 0. Milliseconds. */
const LONGEST = 365 * 24 * HOUR;
/** Digits of a ticket's secret: 108 bits. */
const SECRET_DIGITS = 27;

export interface AskedOrder {
  deviceId: string;
  by: Orderer;
  order: SwitchOrder;
  actor: Actor;
  /** Of a watch: the notice that acts, and its target. */
  notice?: { id: string; target: string };
}

interface OrderDependencies
  extends Pick<CommonDependencies, "store" | "limits" | "log" | "wakeAt" | "waitUntil"> {
  notifier: Notifier;
}

export const ordererOf = (token: TokenLogin): Orderer => ({
  kind: callerOfToken(token),
  id: token.id,
  name: token.label,
});

const isPush = (target: StoredTarget): target is PushTarget =>
  target.address.kind === "push" && target.disabled === null;

const textOf = ({ order: { state, set } }: Pick<AskedOrder, "order">): string =>
  JSON.stringify([state, Object.entries(set ?? {}).sort()]);

/** The same caller asks for the same. */
const isSame = (asked: AskedOrder) => (approval: Approval) =>
  approval.device.id === asked.deviceId &&
  approval.by.kind === asked.by.kind &&
  approval.by.id === asked.by.id &&
  textOf(approval) === textOf(asked);

export class Orders extends HubModule<OrderDependencies> {
  /** When push messages left in the last hour. Milliseconds since 1970. */
  #pushes: number[] = [];

  /** In a transaction. The same order again is the same row. */
  place(plan: TurnPlan, asked: AskedOrder): { approval: Approval; isNew: boolean } | TooManyWait {
    const { store, limits, wakeAt } = this.deps;
    const { now } = plan;
    const waiting = store.approvals.waiting().filter(({ endsAt }) => endsAt > now);
    const same = waiting.find(isSame(asked));
    if (same !== undefined) return { approval: same, isNew: false };
    const { MAX_APPROVALS: most, APPROVAL_TTL: seconds } = limits;
    if (most > 0 && waiting.length >= most) return { tooManyWait: true };
    const { deviceId, ...facts } = asked;
    const asking = this.#browsers(now);
    const approval: Approval = {
      ...facts,
      id: crypto.randomUUID(),
      device: { id: deviceId, name: store.rightsCopy.device(deviceId)?.name ?? "" },
      at: now,
      endsAt: now + (seconds > 0 ? seconds * 1000 : LONGEST),
      state: "waiting",
      tickets: asking.map(({ target, ticket }) => ({ target: target.id, digest: digest(ticket) })),
    };
    store.approvals.add(approval);
    publishId(store, plan, approval);
    plan.fact(() => {
      wakeAt(approval.endsAt);
      for (const { target, ticket } of asking) this.#push(approval, target, ticket, now);
    });
    return { approval, isNew: true };
  }

  /** Each browser with a ticket of its own. */
  #browsers(now: number): { target: PushTarget; ticket: string }[] {
    const { store } = this.deps;
    this.#pushes = this.#pushes.filter((at) => Math.abs(now - at) < HOUR);
    const userId = store.meta.get("userId");
    return store.targets
      .all()
      .filter(isPush)
      .slice(0, Math.max(0, MAX_PUSHES - this.#pushes.length))
      .map((target) => ({ target, ticket: bearerOf("notice", userId, secret()) }));
  }

  /** Outside any turn. A message that does not arrive is not sent again: the order is on the page. */
  #push({ id, device, by, order, endsAt }: Approval, target: PushTarget, ticket: string, now: number): void {
    const { notifier, store, log, waitUntil } = this.deps;
    this.#pushes.push(now);
    const message = { id, device, by, order, endsAt, ticket };
    const sent = notifier.ask(store.meta.get("userId"), target, message);
    waitUntil(sent.catch((error: unknown) => log.warn("nobody was asked about an order", error)));
  }
}

function secret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_DIGITS));
  return [...bytes].map((byte) => (byte % 16).toString(16)).join("");
}
