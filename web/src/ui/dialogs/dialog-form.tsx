import type { ReactNode } from "react";
import { type Busy, Button, type ButtonLook } from "../button.tsx";
import { type CallProblem, ProblemNote } from "../messages/problem-note.tsx";
import { ModalActions } from "./modal.tsx";

interface DialogFormProps {
  problem: CallProblem;
  busy: Busy;
  submit: string;
  look?: ButtonLook;
  onSubmit(form: HTMLFormElement): unknown;
  onCancel(): void;
  children: ReactNode;
}

/** A dialog's form: error, fields, Cancel and submit. */
export function DialogForm(props: DialogFormProps) {
  const { problem, busy, submit, look = "primary", onSubmit, onCancel, children } = props;
  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit(event.currentTarget);
      }}
    >
      <ProblemNote problem={problem} />
      {children}
      <ModalActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look={look} busy={busy}>
          {submit}
        </Button>
      </ModalActions>
    </form>
  );
}
