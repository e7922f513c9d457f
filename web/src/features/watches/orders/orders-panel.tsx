import type { ApprovalRow } from "../../../../../worker/contract/approvals.ts";
import { Panel } from "../../../ui/layout/panel.tsx";
import { OrderList } from "./order-list.tsx";

/** Orders on the screen. */
const SHOWN = 10;

/** Nothing, until a device asks first. */
export function OrdersPanel({ orders }: { orders: readonly ApprovalRow[] }) {
  if (orders.length === 0) return null;
  return (
    <Panel flush title="Orders that ask you first">
      <OrderList orders={orders.slice(0, SHOWN)} />
    </Panel>
  );
}
