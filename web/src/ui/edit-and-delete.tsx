import { Pencil, Trash2 } from "lucide-react";
import { IconButton } from "./button.tsx";

interface EditAndDeleteProps {
  /** The id of the element with the row's name. */
  describedBy: string;
  onEdit(): void;
  onDelete(): void;
}

/** The actions of a row. */
export function EditAndDelete({ describedBy, onEdit, onDelete }: EditAndDeleteProps) {
  return (
    <>
      <IconButton label="Edit" aria-describedby={describedBy} onClick={onEdit}>
        <Pencil aria-hidden="true" />
      </IconButton>
      <IconButton label="Delete" aria-describedby={describedBy} onClick={onDelete}>
        <Trash2 aria-hidden="true" />
      </IconButton>
    </>
  );
}
