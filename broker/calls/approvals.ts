/** Calls about orders that wait for the owner. */

import type { Approval, CommandResult, ListedApproval, NotApproved } from "../contract/approval.ts";
import type { CallerResult } from "../contract/bearer.ts";
import type { Modules } from "../hub/modules.ts";
import { Calls, rememberAccount } from "./caller.ts";
import { storeChange } from "./store-change.ts";

export class ApprovalCalls extends Calls {
  /** Newest first. A token reads its own. */
  list(): Promise<CallerResult<ListedApproval[]>> {
    return this.act(async ({ modules }, maker) => {
      const caller = await maker.rights();
      if (caller === null) return [];
      const { store, clock } = modules;
      const all = store.approvals.recent(clock());
      const own = caller.kind === "session" ? all : all.filter(({ by }) => by.id === caller.id);
      return own.map((each) => listed(each, modules));
    });
  }

  /** For a login session, or the ticket of its push message. Null for an unknown order. */
  answer(
    id: string,
    { allow, browser }: { allow: boolean; browser: string },
  ): Promise<CallerResult<ListedApproval | NotApproved | null>> {
    return this.act((hub) => {
      rememberAccount(hub);
      const { modules } = hub;
      const answered = storeChange(modules, (plan) => modules.approvals.answer(plan, id, allow, browser));
      return answered === null || "refused" in answered ? answered : listed(answered, modules);
    }, "writes rows");
  }
}

/** Between the end of an order and the alarm it has ended, too. */
function listed(approval: Approval, modules: Modules): ListedApproval {
  const isOver = approval.state === "waiting" && approval.endsAt <= modules.clock();
  const result =
    approval.command === undefined ? null : resultOf(approval.device.id, approval.command, modules);
  return { ...approval, state: isOver ? "ended" : approval.state, result };
}

function resultOf(deviceId: string, id: number, { store }: Modules): CommandResult {
  const command = store.switches.get(deviceId)?.command;
  if (command?.acceptedAt !== id) return "replaced";
  return command.deliveredAt === null ? "accepted" : "taken";
}
