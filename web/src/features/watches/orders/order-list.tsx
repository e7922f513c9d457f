import type { ApprovalRow } from "../../../../../worker/contract/approvals.ts";
import { Moment } from "../../../ui/moment.tsx";
import { OrderButtons } from "./order-buttons.tsx";
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
