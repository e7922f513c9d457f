import { useQuery } from "@tanstack/react-query";
import { approvalsQuery } from "../../api/queries.ts";
import { Panel } from "../../ui/layout/panel.tsx";
import { Loaded } from "../../ui/loading/loaded.tsx";
import { NoticeList } from "./notices/notice-list.tsx";
import { OrdersPanel } from "./orders/orders-panel.tsx";
import { TargetsPanel } from "./targets/targets-panel.tsx";
import { useWatchLists } from "./use-watches.ts";
import { WatchesPanel } from "./watches-panel.tsx";

/** Notices on the screen; the rest is on the list of each watch. */
const SHOWN = 20;

/** All watches, where their notices go, and the last notices. */
export function WatchesScreen() {
  const { notices, isReady } = useWatchLists();
  const orders = useQuery(approvalsQuery());
  return (
    <div className="grid gap-5">
      <WatchesPanel empty="No watches yet. A watch notifies you when a device is lost, a value leaves its bounds or a command is not taken." />
      {isReady && !orders.isPending && (
        <>
          <OrdersPanel orders={orders.data ?? []} />
          <div className="grid items-start gap-5 lg:grid-cols-2">
            <TargetsPanel />
            <Panel flush title="Last notices">
              <Loaded of={notices} failed="The notices could not be loaded." empty="No notices yet.">
                {(list) => <NoticeList notices={list.slice(0, SHOWN)} />}
              </Loaded>
            </Panel>
          </div>
        </>
      )}
    </div>
  );
}
