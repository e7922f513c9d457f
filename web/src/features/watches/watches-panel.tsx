import { Plus } from "lucide-react";
import { useState } from "react";
import type { NoticeTarget, Watch } from "../../../../worker/contract/watches.ts";
import { call } from "../../api/call.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { ItemDialogs } from "../../forms/dialogs/item-dialogs.tsx";
import { Button } from "../../ui/button.tsx";
import { Modal } from "../../ui/dialogs/modal.tsx";
import { useListDialog } from "../../ui/dialogs/use-list-dialog.ts";
import { PageHeading, Panel } from "../../ui/layout/panel.tsx";
import { Loaded } from "../../ui/loading/loaded.tsx";
import { part } from "../../ui/loading/part.tsx";
import { useWatchLists } from "./use-watches.ts";
import { WatchesTable } from "./watches-table.tsx";

const WatchDialog = part(() => import("./watch-dialog.tsx"));
const WatchNotices = part(() => import("./notices/watch-notices.tsx"));

interface WatchesPanelProps {
  /** Only watches of this device, and of any device. Without it the panel is a screen of its own. */
  deviceId?: string;
  empty: string;
}

export function WatchesPanel({ deviceId, empty }: WatchesPanelProps) {
  const { watches, notices, targets } = useWatchLists();
  const dialog = useListDialog<Watch>();
  const [shown, setShown] = useState<Watch | null>(null);
  const data = watches.data?.filter(
    ({ when }) => deviceId === undefined || when.device === undefined || when.device === deviceId,
  );
  const isScreen = deviceId === undefined;
  const add = (
    <Button
      size={isScreen ? "md" : "sm"}
      look={isScreen ? "primary" : "secondary"}
      className="touch"
      onClick={dialog.add}
    >
      <Plus className="size-4" aria-hidden="true" />
      Add Watch
    </Button>
  );
  return (
    <div>
      {isScreen && <PageHeading actions={add}>Watches</PageHeading>}
      <Panel flush {...(!isScreen && { title: "Watches", aside: add })}>
        <Loaded of={{ ...watches, data }} failed="The watches could not be loaded." empty={empty}>
          {(list) => (
            <WatchesTable
              watches={list}
              notices={notices.data ?? []}
              targets={targets.data ?? []}
              withDevice={deviceId === undefined}
              onNotices={setShown}
              onEdit={dialog.edit}
              onDelete={dialog.remove}
            />
          )}
        </Loaded>
        <ItemDialogs
          of={dialog}
          noun="Watch"
          wide
          form={(watch) => <WatchDialog watch={watch} deviceId={deviceId} onClose={dialog.close} />}
          deletion={{
            make: ({ id }) => call("deleteWatch", { id }),
            changes: [queryKeys.watches, queryKeys.notices],
            fallback: "Failed to delete the watch. Please try again.",
            question: "Are you sure you want to delete this watch? Its notices are deleted with it.",
            isAtOnce: dialog.deleted !== null && mayAct(dialog.deleted, targets.data),
          }}
        />
        <Modal open={shown !== null} wide title={shown?.name ?? ""} onClose={() => setShown(null)}>
          {shown && <WatchNotices watch={shown} />}
        </Modal>
      </Panel>
    </div>
  );
}

/** Whether it switches a device. A target that is not loaded counts as one that does. */
const mayAct = (watch: Watch, targets: readonly NoticeTarget[] | undefined): boolean =>
  watch.targets.some((id) => (targets?.find((target) => target.id === id)?.kind ?? "device") === "device");
