import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import type { ApprovalRow } from "../../../../../worker/contract/approvals.ts";
import { focusOn } from "../../../ui/focus.ts";
import { announce } from "../../../ui/messages/announcer.tsx";
import { OrderButtons } from "./order-buttons.tsx";
import { orderText } from "./order-text.ts";

/** The order that ends first, and how many others wait. */
export default function OrderBar({ orders }: { orders: readonly ApprovalRow[] }) {
  const bar = useRef<HTMLElement>(null);
  const [first, ...others] = orders.toSorted((a, b) => a.ends_at.localeCompare(b.ends_at));
  const text = first && orderText(first);
  useEffect(() => {
    if (text !== undefined) announce(text);
  }, [text]);
  if (first === undefined) return null;
  // the buttons go with the answer
  const leave = () =>
    focusOn(others.length > 0 ? bar.current : document.querySelector<HTMLElement>("main h1"));
  return (
    <section
      ref={bar}
      aria-label="Waits for your answer"
      data-orders
      // over the space above the heading, so that the screen moves little
      className="sticky top-14 short:static z-20 -mb-5 flex items-center gap-x-4 border-b border-l-4 border-hairline border-l-wait-lamp bg-panel px-4 py-1 text-sm max-sm:gap-x-2 sm:-mb-6 sm:px-7"
    >
      <p className="min-w-0 flex-1 wrap-anywhere">
        {text}
        {others.length > 0 && (
          <>
            {" "}
            <Link
              to="/dashboard/watches"
              className="whitespace-nowrap text-soft underline underline-offset-2"
            >
              and {others.length} more
            </Link>
          </>
        )}
      </p>
      <OrderButtons key={first.id} order={first} onAnswered={leave} />
    </section>
  );
}
