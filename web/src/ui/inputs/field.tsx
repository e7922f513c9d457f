import { type ComponentProps, type ReactNode, useId } from "react";
import { classNames } from "../../lib/class-names.ts";

interface FieldChild {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

interface FieldProps {
  label: string;
  errors?: readonly string[] | undefined;
  hint?: ReactNode;
  /** Marks the field, but does not prevent sending. */
  warning?: string | null;
  optional?: boolean;
  children: (input: FieldChild) => ReactNode;
}

/** A label, an input and its messages, linked for screen readers. */
export function Field({ label, errors = [], hint, warning, optional = false, children }: FieldProps) {
  const id = useId();
  const messages = [...new Set([...errors, ...(warning ? [warning] : [])])];
  const invalid = messages.length > 0;
  const describedBy = [invalid && `${id}-errors`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
        {optional && <span className="font-normal text-soft"> (optional)</span>}
      </label>
      {children({ id, "aria-describedby": describedBy || undefined, "aria-invalid": invalid || undefined })}
      {hint && (
        <div id={`${id}-hint`} className="text-xs text-soft">
          {hint}
        </div>
      )}
      <div id={`${id}-errors`} aria-live="polite" className="text-sm text-stop empty:hidden">
        {messages.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
    </div>
  );
}

export const controlClass =
  "w-full min-w-0 rounded-md border border-edge bg-panel px-3 text-base text-ink transition-colors sm:text-sm " +
  "hover:border-ink [&[readonly]]:bg-well aria-invalid:border-stop disabled:opacity-60";

export function Input({ className, ...rest }: ComponentProps<"input">) {
  return <input {...rest} className={classNames(controlClass, "h-10", className)} />;
}

export function TextArea({ className, ...rest }: ComponentProps<"textarea">) {
  return <textarea {...rest} className={classNames(controlClass, "min-h-20 py-2", className)} />;
}

export function Checkbox({ label, ...rest }: ComponentProps<"input"> & { label: string }) {
  return (
    <label className="flex min-h-6 items-center gap-2.5 text-sm font-medium">
      <input type="checkbox" {...rest} className="size-4.5 shrink-0 accent-(--go)" />
      {label}
    </label>
  );
}
