import { useMemo, useState } from "react";

type Dialog<T> = { kind: "none" } | { kind: "add" } | { kind: "edit" | "delete"; item: T };

export interface ListDialog<T> {
  /** Whether the form is open, to add or to edit. */
  isForm: boolean;
  edited: T | null;
  /** The item to delete, if confirmed. */
  deleted: T | null;
  add(): void;
  edit(item: T): void;
  remove(item: T): void;
  close(): void;
}

/** The dialogs of a list; at most one is open. `adds`: at first the form for a new item. */
export function useListDialog<T>(adds = false): ListDialog<T> {
  const [dialog, setDialog] = useState<Dialog<T>>({ kind: adds ? "add" : "none" });
  const presses = useMemo(
    () => ({
      add: () => setDialog({ kind: "add" }),
      edit: (item: T) => setDialog({ kind: "edit", item }),
      remove: (item: T) => setDialog({ kind: "delete", item }),
      close: () => setDialog({ kind: "none" }),
    }),
    [],
  );
  return {
    isForm: dialog.kind === "add" || dialog.kind === "edit",
    edited: dialog.kind === "edit" ? dialog.item : null,
    deleted: dialog.kind === "delete" ? dialog.item : null,
    ...presses,
  };
}
