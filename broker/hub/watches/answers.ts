/** Answers of people to notices: each notice has one. What it does is planned in the turn that writes the answer. */

import {
  ANSWER_SNOOZE_MS,
  isOpen,
  type NotAnswered,
  type NoticeActionName,
  type NoticeDelivery,
  type StoredNotice,
} from "../../contract/watch.ts";
import { type CommonDependencies, HubModule } from "../module.ts";
import type { TurnPlan } from "../socket/connection.ts";
import type { WatchActions } from "./actions.ts";
import type { Watches } from "./watch-steps.ts";

/** Whose push message had the ticket; null when it does not answer the notice, or no longer. */
export function ticketTarget(
  { targets, notices }: Pick<CommonDependencies["store"], "targets" | "notices">,
  { id, digest }: { id: string; digest: string },
  now: number,
): string | null {
  const notice = notices.get(id);
  if (notice === null || notice.answer !== undefined) return null;
  const isIts = ({ ticket }: NoticeDelivery) => ticket?.digest === digest && ticket.until > now;
  const target = notice.deliveries.find(isIts)?.target;
  // a browser that was removed answers nothing
  return target !== undefined && targets.get(target) !== null ? target : null;
}

interface AnswerDependencies extends Pick<CommonDependencies, "store"> {
  watches: Watches;
  watchActions: WatchActions;
}

export class NoticeAnswers extends HubModule<AnswerDependencies> {
  /** In a transaction. `target`: whose push message had the ticket; null for a login session. */
  answer(
    plan: TurnPlan,
    notice: StoredNotice,
    action: NoticeActionName,
    target: string | null,
  ): StoredNotice | NotAnswered {
    const { now } = plan;
    if (notice.answer !== undefined) return { refused: "answered" };
    if (!isOpen(notice)) return { refused: "closed" };
    const done = action === "snooze" ? this.#snooze(notice, now) : this.#command(plan, notice);
    if ("refused" in done) return done;
    return this.deps.store.notices.setAnswer(notice, { action, at: now, target, ...done });
  }

  /** A longer snooze stays. */
  #snooze({ facts }: StoredNotice, now: number): { detail: string } {
    const { store, watches } = this.deps;
    const until = store.watches.get(facts.watch.id)?.state?.snoozedUntil ?? 0;
    watches.snooze(facts.watch.id, Math.max(until, now + ANSWER_SNOOZE_MS), now);
    return { detail: "Snoozed for an hour." };
  }

  /** The command that the notice offered, if the watch offers the same one still. */
  #command(plan: TurnPlan, { facts }: StoredNotice): { detail: string } | NotAnswered {
    const { store, watchActions } = this.deps;
    const [action] = facts.actions ?? [];
    if (action === undefined) return { refused: "no command" };
    const [current] = store.watches.get(facts.watch.id)?.watch.actions ?? [];
    if (JSON.stringify(current) !== JSON.stringify(action)) return { refused: "changed" };
    if (!store.rightsCopy.hasDevice(action.deviceId)) return { refused: "device gone" };
    const by = { actor: "notice", watch: facts.watch.id } as const;
    const sent = watchActions.sent(plan, action.deviceId, action.order, by);
    if (sent === "no device") return { refused: "device gone" };
    return sent === null ? { refused: "controls changed" } : { detail: sent.detail };
  }
}
