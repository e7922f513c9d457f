import { useQueryClient } from "@tanstack/react-query";
import type { ApprovalRow } from "../../../../../worker/contract/approvals.ts";
import { call } from "../../../api/call.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import { useFormCall } from "../../../forms/use-form-call.ts";
import { Button } from "../../../ui/button.tsx";
import { ProblemNote } from "../../../ui/messages/problem-note.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { orderText, outcomeText } from "./order-text.ts";

/** Orders of callers about whom a device asks: those that wait have buttons. */
export function OrderList({ orders }: { orders: readonly ApprovalRow[] }) {
  return (
    <ul className="divide-y divide-hairline">
      {orders.map((order) => (
        <li key={order.id} className="grid gap-2 px-5 py-3 text-sm">
          <div className="flex flex-wrap items-baseline justify-between gap-x-2">
            <p className="min-w-0 wrap-anywhere">{orderText(order)}</p>
            <span className="text-xs text-soft">
              <Moment at={order.at} />
            </span>
          </div>
          {order.state === "waiting" ? (
            <OrderButtons order={order} />
          ) : (
            <p className="text-soft">{outcomeText(order)}</p>
          )}
        </li>
      ))}
    </ul>
  );
}

function OrderButtons({ order }: { order: ApprovalRow }) {
  const client = useQueryClient();
  const { busy, problem, run } = useFormCall({ fallback: "It could not be answered.", done: "Answered." });
  const answer = async (allow: boolean) => {
    await run(() => call("answerApproval", { id: order.id, body: { allow } }));
    await client.invalidateQueries({ queryKey: queryKeys.approvals });
    await client.invalidateQueries({ queryKey: queryKeys.devices });
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
          onClick={() => void answer(true)}
        >
          Allow
        </Button>
        <Button
          size="sm"
          className="touch"
          aria-label={`Deny: ${text}`}
          busy={busy}
          onClick={() => void answer(false)}
        >
          Deny
        </Button>
      </div>
      <ProblemNote problem={problem} />
    </div>
  );
}
