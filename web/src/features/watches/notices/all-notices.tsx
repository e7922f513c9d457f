import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import type { Notice } from "../../../../../worker/contract/watches.ts";
import { approvalsQuery, isUnanswered, noticesQuery } from "../../../api/queries.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { ModalDone } from "../../../ui/dialogs/modal.tsx";
import { Loaded } from "../../../ui/loading/loaded.tsx";
import { OrderList } from "../orders/order-list.tsx";
import { NoticeList } from "./notice-list.tsx";

interface AllNoticesProps {
  /** All of it counts as read. Must be the same function on every render. */
  onSeen(notices: readonly Notice[]): void;
  onClose(): void;
}

/** What the bell opens. */
export default function AllNotices({ onSeen, onClose }: AllNoticesProps) {
  const notices = useQuery(noticesQuery());
  const { data } = notices;
  const orders = useQuery(approvalsQuery()).data ?? [];
  // a notification may ask about an order that was answered meanwhile
  const shown = orders.filter(
    (order) => isUnanswered(order) || window.location.hash === `#notice-${order.id}`,
  );
  useEffect(() => {
    if (data) onSeen(data);
  }, [data, onSeen]);
  return (
    <>
      <div className="-mx-5 -mt-5 divide-y divide-hairline">
        {shown.length > 0 && <OrderList orders={shown} />}
        <Loaded
          of={notices}
          failed="The notices could not be loaded."
          empty="No notices yet. Add a watch on a device's page."
        >
          {(list) => <NoticeList notices={list} onOpen={onClose} />}
        </Loaded>
      </div>
      <ModalDone onClose={onClose}>
        <Link to="/dashboard/watches" className={buttonClass()} onClick={onClose}>
          All watches
        </Link>
      </ModalDone>
    </>
  );
}
