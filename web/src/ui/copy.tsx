import { Check, Copy } from "lucide-react";
import { classNames } from "../lib/class-names.ts";
import { Button, IconButton } from "./button.tsx";
import { useCopied } from "./use-copied.ts";

/** An icon that turns into a tick for two seconds. */
export function CopyIconButton({ text, label = "Copy" }: { text: string; label?: string }) {
  const [copied, copy] = useCopied();
  return (
    <>
      <IconButton label={label} onClick={() => copy(text)}>
        {copied ? <Check className="text-go" aria-hidden="true" /> : <Copy aria-hidden="true" />}
      </IconButton>
      <span role="status" className="sr-only">
        {copied ? "Copied" : ""}
      </span>
    </>
  );
}

/** A button that says Copy, and Copied for two seconds. */
export function CopyButton({ text, disabled = false }: { text: string; disabled?: boolean }) {
  const [copied, copy] = useCopied();
  return (
    <Button onClick={() => copy(text)} disabled={disabled} aria-live="polite" className="min-w-24">
      {copied ? (
        <Check className="size-4 text-go" aria-hidden="true" />
      ) : (
        <Copy className="size-4" aria-hidden="true" />
      )}
      {copied ? "Copied" : "Copy"}
    </Button>
  );
}

interface CopyFieldProps {
  value: string;
  label: string;
  className?: string;
}

/** A read-only field in monospace with its own copy button, for ids and names that machines want. */
export function CopyField({ value, label, className }: CopyFieldProps) {
  return (
    <div
      className={classNames(
        "flex h-9 min-w-0 items-center rounded-md border border-hairline bg-well pl-2.5 focus-within:border-edge",
        className,
      )}
    >
      <input
        readOnly
        value={value}
        aria-label={label}
        onFocus={(event) => event.currentTarget.select()}
        className="w-full min-w-0 truncate bg-transparent font-mono text-xs text-ink outline-offset-4"
      />
      <CopyIconButton text={value} label={`Copy ${label}`} />
    </div>
  );
}
