import { useQueryClient } from "@tanstack/react-query";
import type { MouseEvent } from "react";
import type { ApprovalRow } from "../../../../../worker/contract/approvals.ts";
import { call } from "../../../api/call.ts";
import { approvalsQuery, isUnanswered } from "../../../api/queries.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import { useFormCall } from "../../../forms/use-form-call.ts";
import { Button } from "../../../ui/button.tsx";
import { ProblemNote } from "../../../ui/messages/problem-note.tsx";
import { toast } from "../../../ui/messages/toast.ts";
import { orderText, outcomeText } from "./order-text.ts";

interface OrderButtonsProps {
  order: ApprovalRow;
  /** Before the buttons go. */
  onAnswered?(): void;
}

/** The answer of the person, and what came of it: also when somebody else was faster. */
export function OrderButtons({ order, onAnswered }: OrderButtonsProps) {
  const client = useQueryClient();
  const { busy, problem, run } = useFormCall({ fallback: "It could not be answered.", done: null });
  const answer = async (allow: boolean) => {
    const isDone = await run(() => call("answerApproval", { id: order.id, body: { allow } }));
    const list = await client.fetchQuery({ ...approvalsQuery(), staleTime: 0 }).catch(() => []);
    const now = list.find(({ id }) => id === order.id);
    if (now !== undefined && !isUnanswered(now)) {
      onAnswered?.();
      toast(isDone ? "success" : "info", outcomeText(now));
    }
    await client.invalidateQueries({ queryKey: queryKeys.devices });
  };
  // the second press of a double click would answer the next order, which takes this one's place
  const press = (allow: boolean) => (event: MouseEvent) => {
    if (event.detail < 2) void answer(allow);
  };
  const text = orderText(order);
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        <Button
          look="primary"
          size="sm"
          className="touch"
          aria-label={`Allow: ${text}`}
          busy={busy}
          onClick={press(true)}
        >
          Allow
        </Button>
        <Button size="sm" className="touch" aria-label={`Deny: ${text}`} busy={busy} onClick={press(false)}>
          Deny
        </Button>
      </div>
      <ProblemNote problem={problem} />
    </div>
  );
}
