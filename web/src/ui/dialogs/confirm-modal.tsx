import { type Busy, Button } from "../button.tsx";
import { type CallProblem, ProblemNote } from "../messages/problem-note.tsx";
import { Modal, ModalActions } from "./modal.tsx";

interface ConfirmModalProps {
  open: boolean;
  title?: string;
  /** The name of the subject. */
  name?: string | undefined;
  /** The question. */
  children: string;
  confirm?: string;
  busy?: Busy;
  problem?: CallProblem;
  onConfirm(): void;
  onClose(): void;
}

/** Asks before a deletion. Cancel has the focus, so that Enter deletes nothing. */
export function ConfirmModal(props: ConfirmModalProps) {
  const {
    open,
    title = "Confirm Deletion",
    name,
    children,
    confirm = "Delete",
    busy,
    problem,
    onConfirm,
    onClose,
  } = props;
  return (
    <Modal open={open} title={title} onClose={onClose}>
      <p className="text-sm">{children}</p>
      {name && <p className="mt-2 line-clamp-3 font-medium wrap-anywhere">{name}</p>}
      {problem && (
        <div className="mt-4 empty:hidden">
          <ProblemNote problem={problem} />
        </div>
      )}
      <ModalActions>
        <Button onClick={onClose} autoFocus>
          Cancel
        </Button>
        <Button look="danger" busy={busy} onClick={onConfirm}>
          {confirm}
        </Button>
      </ModalActions>
    </Modal>
  );
}
