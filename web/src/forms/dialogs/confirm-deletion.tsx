import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { CallError } from "../../api/problem.ts";
import { isolated } from "../../lib/words.ts";
import { ConfirmModal } from "../../ui/dialogs/confirm-modal.tsx";
import { ConfirmCall } from "./confirm-call.tsx";
import { deleteLater } from "./delete-later.ts";

interface ConfirmDeletionProps<T extends { id: string }> {
  /** The items to delete; null while the dialog is closed. */
  of: readonly T[] | null;
  name(of: T): string;
  /** What one of them is called: `Device`. */
  noun: string;
  /** What several of them are called: `devices`. */
  plural?: string;
  make(of: T): Promise<unknown>;
  /** Queries to refetch afterwards. */
  changes: readonly QueryKey[];
  /** The message when the failure has no text. */
  fallback: string;
  /** It lets somebody in, or switches something: the person expects that this ends with the press. */
  isAtOnce?: boolean;
  /** The question. */
  children: string;
  onClose(): void;
}

/** Asks for confirmation. The items are deleted at once, or they leave the lists and are deleted ten seconds later. */
export function ConfirmDeletion<T extends { id: string }>(props: ConfirmDeletionProps<T>) {
  const { of, noun, plural = "items", name, make, changes, fallback, isAtOnce, children, onClose } = props;
  const names = (items: readonly T[]) => items.map(name).join(", ");
  if (!isAtOnce) return <LaterDeletion {...props} />;
  return (
    <ConfirmCall
      of={of}
      name={names}
      make={(items) => inTurn(items, make)}
      changes={changes}
      fallback={fallback}
      done={of && of.length > 1 ? `${of.length} ${plural} deleted.` : `${noun} deleted.`}
      onClose={onClose}
    >
      {children}
    </ConfirmCall>
  );
}

function LaterDeletion<T extends { id: string }>(props: ConfirmDeletionProps<T>) {
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

const NOT_FOUND = 404;

/**
 * One after the other: the server allows a number of changes at once. The first failure ends it. An item that is gone
 * already counts as deleted.
 */
async function inTurn<T>(items: readonly T[], make: (item: T) => Promise<unknown>): Promise<void> {
  for (const item of items) {
    try {
      await make(item);
    } catch (error) {
      if (!(error instanceof CallError && error.status === NOT_FOUND)) throw error;
    }
  }
}
