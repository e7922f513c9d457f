import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { ConfirmModal } from "../../ui/dialogs/confirm-modal.tsx";
import { useFormCall } from "../use-form-call.ts";

interface ConfirmCallProps<T> {
  /** The subject of the call; null while the dialog is closed. */
  of: T | null;
  name?: (of: T) => string;
  make(of: T): Promise<unknown>;
  /** Queries to refetch afterwards. */
  changes: readonly QueryKey[];
  /** The message when the failure has no text. */
  fallback: string;
  /** Announced after success. */
  done: string;
  title?: string;
  confirm?: string;
  /** The question. */
  children: string;
  onClose(): void;
}

/** Asks for confirmation, then makes a call. */
export function ConfirmCall<T>(props: ConfirmCallProps<T>) {
  const { of, name, make, changes, fallback, done, children, onClose, ...words } = props;
  const client = useQueryClient();
  const { busy, problem, run, refuse } = useFormCall({ fallback, done });
  const close = () => {
    refuse({});
    onClose();
  };
  const confirm = async () => {
    if (of === null) return;
    const isDone = await run(() => make(of));
    // Also after a failure: part of it may be done.
    await Promise.all(changes.map((queryKey) => client.invalidateQueries({ queryKey })));
    if (isDone) close();
  };
  return (
    <ConfirmModal
      open={of !== null}
      busy={busy}
      problem={problem}
      name={(of !== null && name?.(of)) || undefined}
      onConfirm={confirm}
      onClose={close}
      {...words}
    >
      {children}
    </ConfirmModal>
  );
}
