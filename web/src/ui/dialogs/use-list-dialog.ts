import { useMemo, useState } from "react";
import { useOpenedBy } from "./use-opened-by.ts";

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

/** The address of the screen opens the form for a new item; `leave` takes that out of the address. */
interface AddressedForm {
  isNamed: boolean;
  leave(): void;
}
const NOT_ADDRESSED: AddressedForm = { isNamed: false, leave: () => {} };

/** The dialogs of a list; at most one is open. */
export function useListDialog<T>({ isNamed, leave }: AddressedForm = NOT_ADDRESSED): ListDialog<T> {
  const [chosen, setDialog] = useState<Dialog<T>>({ kind: "none" });
  const [isAddressed, setAddressed] = useOpenedBy(isNamed, leave);
  const dialog: Dialog<T> = chosen.kind === "none" && isAddressed ? { kind: "add" } : chosen;
  const presses = useMemo(
    () => ({
      add: () => setDialog({ kind: "add" }),
      edit: (item: T) => setDialog({ kind: "edit", item }),
      remove: (item: T) => setDialog({ kind: "delete", item }),
    }),
    [],
  );
  const close = () => {
    setDialog({ kind: "none" });
    setAddressed(false);
  };
  return {
    isForm: dialog.kind === "add" || dialog.kind === "edit",
    edited: dialog.kind === "edit" ? dialog.item : null,
    deleted: dialog.kind === "delete" ? dialog.item : null,
    ...presses,
    close,
  };
}
