/** What becomes of orders: a person answers, they end by themselves, or their device or caller is gone. */

import type { Approval, NotApproved } from "../../contract/approval.ts";
import type { Switcher } from "../../contract/device-events.ts";
import { hasScope } from "../../contract/scopes.ts";
import { isInForce } from "../../contract/token.ts";
import { type CommonDependencies, HubModule } from "../module.ts";
import type { TurnPlan } from "../socket/connection.ts";
import type { WatchActions } from "./actions.ts";
import { publishId } from "./notice.ts";

interface ApprovalDependencies extends Pick<CommonDependencies, "store"> {
  watchActions: WatchActions;
}

type Why = NotApproved["refused"];

const switcherOf = ({ by, actor }: Approval): Switcher => ({
  actor,
  ...(by.kind === "guest" && { guest: by.name }),
  ...(by.kind === "watch" && { watch: by.id }),
});

/** Whether a push message about the order had this ticket. A browser that was removed answers nothing. */
export function hasTicket(
  { approvals, targets }: Pick<CommonDependencies["store"], "approvals" | "targets">,
  { id, digest }: { id: string; digest: string },
): boolean {
  const ticket = approvals.get(id)?.tickets.find((each) => each.digest === digest);
  return ticket !== undefined && targets.get(ticket.target) !== null;
}

export class Approvals extends HubModule<ApprovalDependencies> {
  /**
   * In a transaction: the answer of a person. The switch that it allows is planned in the same one, so no crash comes
   * between them. Null for an unknown order.
   */
  answer(plan: TurnPlan, id: string, allow: boolean, browser: string): Approval | NotApproved | null {
    const { now } = plan;
    const approval = this.deps.store.approvals.get(id);
    if (approval === null) return null;
    const why = this.#whyNot(approval, now);
    if (why !== null) {
      if (approval.state === "waiting") this.#end(plan, approval);
      return { refused: why };
    }
    const answer = { at: now, browser };
    if (!allow) return this.#close(plan, { ...approval, state: "denied", answer }, "Denied by a person.");
    const by = { ...switcherOf(approval), allowed: answer };
    const sent = this.deps.watchActions.sent(plan, approval.device.id, approval.order, by);
    if (sent === null || sent === "no device") {
      this.#end(plan, approval);
      return { refused: sent === null ? "controls changed" : "device gone" };
    }
    return this.#close(plan, { ...approval, state: "allowed", answer, command: sent.command }, sent.detail);
  }

  /** In a transaction: orders that nobody answered in time, and those that nobody can answer any more. */
  review(plan: TurnPlan): void {
    for (const approval of this.deps.store.approvals.waiting()) {
      if (this.#whyNot(approval, plan.now) !== null) this.#end(plan, approval);
    }
  }

  #end(plan: TurnPlan, approval: Approval): void {
    this.#close(plan, { ...approval, state: "ended" }, "Not sent: nobody allowed it in time.");
  }

  #close(plan: TurnPlan, approval: Approval, detail: string): Approval {
    const { store } = this.deps;
    store.approvals.change(approval);
    publishId(store, plan, approval);
    const { notice: acting, command } = approval;
    const notice = acting === undefined ? null : store.notices.get(acting.id);
    const delivery = notice?.deliveries.find(({ target }) => target === acting?.target);
    if (notice !== null && delivery !== undefined) {
      const outcome = command === undefined ? ("refused" as const) : ("waiting" as const);
      const changed = {
        ...delivery,
        outcome,
        at: plan.now,
        detail,
        ...(command !== undefined && { command }),
      };
      store.notices.setDelivery(notice.id, changed);
    }
    return approval;
  }

  /** Null while it can be answered. */
  #whyNot(approval: Approval, now: number): Why | null {
    const { state, endsAt, device } = approval;
    const { store } = this.deps;
    if (state === "ended") return "ended";
    if (state !== "waiting") return "answered";
    if (endsAt <= now || store.meta.get("suspended") === 1) return "ended";
    if (!store.rightsCopy.hasDevice(device.id)) return "device gone";
    return this.#mayOrder(approval, now) ? null : "caller gone";
  }

  #mayOrder({ by: { kind, id }, device, at }: Approval, now: number): boolean {
    const { store } = this.deps;
    if (kind === "watch") return store.watches.get(id)?.watch.enabled === true;
    const token = store.rightsCopy.token(id);
    // the access token of an app ends each hour, and another follows it: its login ends with the row
    if (token === null || !isInForce(token, kind === "app" ? at : now)) return false;
    return hasScope(token.scopes, "devices:switch", { deviceId: device.id });
  }
}
