import { useQuery } from "@tanstack/react-query";
import { approvalsQuery } from "../../../api/queries.ts";
import { Panel } from "../../../ui/layout/panel.tsx";
import { OrderList } from "./order-list.tsx";

/** Orders on the screen. */
const SHOWN = 10;

/** Nothing, until a device asks first. */
export function OrdersPanel() {
  const { data = [] } = useQuery(approvalsQuery());
  if (data.length === 0) return null;
  return (
    <Panel flush title="Orders that ask you first">
      <OrderList orders={data.slice(0, SHOWN)} />
    </Panel>
  );
}
