import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { isolated } from "../../lib/words.ts";
import { ConfirmModal } from "../../ui/confirm-modal.tsx";
import { deleteLater } from "./delete-later.ts";

interface ConfirmDeletionProps<T extends { id: string }> {
  /** The items to delete; null while the dialog is closed. */
  of: readonly T[] | null;
  name(of: T): string;
  /** What several of them are called: `devices`. */
  plural?: string;
  make(of: T): Promise<unknown>;
  /** Queries to refetch afterwards. */
  changes: readonly QueryKey[];
  /** The message when the failure has no text. */
  fallback: string;
  /** The question. */
  children: string;
  onClose(): void;
}

/** Asks for confirmation. What is confirmed leaves the lists at once, and is deleted ten seconds later. */
export function ConfirmDeletion<T extends { id: string }>(props: ConfirmDeletionProps<T>) {
  const { of, name, plural = "items", make, changes, fallback, children, onClose } = props;
  const client = useQueryClient();
  const names = of?.map(name).join(", ");
  const confirm = () => {
    if (of === null || of.length === 0) return;
    const [first] = of;
    deleteLater(client, {
      ids: of.map(({ id }) => id),
      name: first && of.length === 1 ? `“${isolated(name(first))}”` : `${of.length} ${plural}`,
      make: () => inTurn(of, make),
      changes,
      fallback,
    });
    onClose();
  };
  return (
    <ConfirmModal open={of !== null} name={names} onConfirm={confirm} onClose={onClose}>
      {children}
    </ConfirmModal>
  );
}

/** One after the other: the server allows a number of changes at once. The first failure ends it. */
async function inTurn<T>(items: readonly T[], make: (item: T) => Promise<unknown>): Promise<void> {
  for (const item of items) await make(item);
}
