import type { QueryKey } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "../../ui/button.tsx";
import { Modal } from "../../ui/dialogs/modal.tsx";
import type { ListDialog } from "../../ui/dialogs/use-list-dialog.ts";
import { ConfirmDeletion } from "./confirm-deletion.tsx";

interface Deletion<Item> {
  make(item: Item): Promise<unknown>;
  /** Queries to refetch afterwards. */
  changes: readonly QueryKey[];
  /** The message when the failure has no text. */
  fallback: string;
  question: string;
  /** It lets somebody in, or switches something: the deletion does not wait for a change of mind. */
  isAtOnce?: boolean;
}

interface ItemDialogsProps<Item extends { id: string; name: string }> {
  of: ListDialog<Item>;
  /** What the list contains, as its titles write it: `Channel`. */
  noun: string;
  wide?: boolean;
  /** The title of the form for a new item, if it is not Add with the noun. */
  title?: string;
  form(edited: Item | null): ReactNode;
  deletion: Deletion<Item>;
}

/** The dialogs of a list: its form to add and to edit, and the question before a deletion. */
export function ItemDialogs<Item extends { id: string; name: string }>(props: ItemDialogsProps<Item>) {
  const { of: dialog, noun, wide = false, title = `Add ${noun}`, form, deletion } = props;
  const { question, ...ask } = deletion;
  return (
    <>
      <Modal
        open={dialog.isForm}
        wide={wide}
        title={dialog.edited ? `Edit ${noun}` : title}
        onClose={dialog.close}
      >
        {form(dialog.edited)}
      </Modal>
      <ConfirmDeletion
        of={dialog.deleted && [dialog.deleted]}
        noun={noun}
        name={({ name }) => name}
        onClose={dialog.close}
        {...ask}
      >
        {question}
      </ConfirmDeletion>
    </>
  );
}

interface EditAndDeleteProps {
  /** The id of the element with the row's name. */
  namedBy: string;
  onEdit(): void;
  onDelete(): void;
}

/** The actions of a row. */
export function EditAndDelete({ namedBy, onEdit, onDelete }: EditAndDeleteProps) {
  return (
    <>
      <IconButton label="Edit" namedBy={namedBy} onClick={onEdit}>
        <Pencil aria-hidden="true" />
      </IconButton>
      <IconButton label="Delete" namedBy={namedBy} onClick={onDelete}>
        <Trash2 aria-hidden="true" />
      </IconButton>
    </>
  );
}
