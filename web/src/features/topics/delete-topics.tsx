import { useQueryClient } from "@tanstack/react-query";
import { deleteLater } from "../../forms/dialogs/delete-later.ts";
import { isolated } from "../../lib/words.ts";
import { ConfirmModal } from "../../ui/dialogs/confirm-modal.tsx";
import { toast } from "../../ui/messages/toast.ts";
import { type Removal, removalId, removalText, remove, takesSeveralCalls } from "./removal.ts";
import { branchFilter } from "./tree.ts";
import { TOPICS_KEY } from "./use-topics.ts";

const FAILED = "The messages could not be deleted.";
const STAY = "Keep this page open until all are deleted.";

/** Removals that have begun and need more calls. */
let underway = 0;
const askToStay = (event: BeforeUnloadEvent) => event.preventDefault();
function count(by: 1 | -1): void {
  underway += by;
  if (underway > 0) window.addEventListener("beforeunload", askToStay);
  else window.removeEventListener("beforeunload", askToStay);
}

/** Asks before retained messages are removed; they leave the tree, and are removed ten seconds later. */
export function DeleteTopics({ removal, onClose }: { removal: Removal | null; onClose(): void }) {
  const client = useQueryClient();
  const name = removal && (removal.isBranch ? branchFilter(removal.topic) : removal.topic);
  const confirm = () => {
    if (removal === null || name === null) return;
    const id = removalId(removal);
    deleteLater(client, {
      ids: [id],
      name: `“${isolated(name)}”`,
      ...(takesSeveralCalls(removal) && { ends: STAY }),
      make: () => begun(removal, id, () => client.invalidateQueries({ queryKey: TOPICS_KEY })),
      changes: [TOPICS_KEY],
      fallback: FAILED,
    });
    onClose();
  };
  return (
    <ConfirmModal open={removal !== null} name={name ?? undefined} onConfirm={confirm} onClose={onClose}>
      {removal?.isBranch
        ? `The retained messages of this topic and of all topics below it are removed. Subscribers get an empty message for each. ${takesSeveralCalls(removal) ? `${STAY} ` : ""}Delete them?`
        : "The retained message of this topic is removed. Subscribers get an empty message. Delete it?"}
    </ConfirmModal>
  );
}

/** Resolves with the first call. A large branch goes on afterwards: its progress is shown, and the tree follows. */
function begun(removal: Removal, id: string, refresh: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let isBegun = false;
    remove(removal, (sum) => {
      if (!isBegun) count(1);
      isBegun = true;
      resolve();
      toast("loading", `Deleting: ${removalText(sum)} ${STAY}`, id);
      return true;
    })
      .finally(() => {
        if (isBegun) count(-1);
      })
      .then(
        (sum) => {
          resolve();
          toast("success", removalText(sum), id);
          refresh();
        },
        (error: unknown) => {
          reject(error);
          // after the first call nobody waits for the promise
          if (isBegun) toast("error", FAILED, id);
          refresh();
        },
      );
  });
}
