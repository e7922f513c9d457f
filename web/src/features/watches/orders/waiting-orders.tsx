import { useQuery } from "@tanstack/react-query";
import { approvalsQuery, isUnanswered, SLOW_REFRESH_MS } from "../../../api/queries.ts";
import { useStore } from "../../../lib/store.ts";
import { statusHeard } from "../../../live/link.ts";
import { part } from "../../../ui/loading/part.tsx";

const OrderBar = part(() => import("./order-bar.tsx"), { loading: null });

/** A bar above every screen while an order waits. Its code loads with the first one. */
export function WaitingOrders() {
  // no connection reports a new one
  const polled = !useStore(statusHeard) && { refetchInterval: SLOW_REFRESH_MS };
  const waiting = useQuery({ ...approvalsQuery(), ...polled }).data?.filter(isUnanswered) ?? [];
  return waiting.length > 0 && <OrderBar orders={waiting} />;
}
