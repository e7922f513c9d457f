import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { ConfirmModal } from "../ui/confirm-modal.tsx";
import { useFormCall } from "./use-form-call.ts";

interface ConfirmCallProps<T> {
  /** What it is about. Null while nothing is asked. */
  of: T | null;
  /** What it is called. */
  name?: (of: T) => string;
  make(of: T): Promise<unknown>;
  /** The kept lists that are others afterwards. */
  changes: readonly QueryKey[];
  /** Said when the call fails and its answer says nothing. */
  fallback: string;
  /** Read out when it was made. */
  done: string;
  title?: string;
  confirm?: string;
  /** The question. */
  children: string;
  onClose(): void;
}

/** A call that is made when somebody was asked whether it should be. */
export function ConfirmCall<T>(props: ConfirmCallProps<T>) {
  const { of, name, make, changes, fallback, done, children, onClose, ...words } = props;
  const client = useQueryClient();
  const { busy, problem, run, refuse } = useFormCall({ fallback, done });
  const close = () => {
    refuse({});
    onClose();
  };
  const confirm = async () => {
    if (of === null || !(await run(() => make(of)))) return;
    await Promise.all(changes.map((queryKey) => client.invalidateQueries({ queryKey })));
    close();
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
