import { useQuery } from "@tanstack/react-query";
import { approvalsQuery, isUnanswered } from "../../../api/queries.ts";
import { part } from "../../../ui/loading/part.tsx";

const OrderBar = part(() => import("./order-bar.tsx"), { loading: null });

/** A bar above every screen while an order waits. Its code loads with the first one. */
export function WaitingOrders() {
  const waiting = useQuery(approvalsQuery()).data?.filter(isUnanswered) ?? [];
  return waiting.length > 0 && <OrderBar orders={waiting} />;
}
