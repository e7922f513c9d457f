import { useEffect, useRef, useState } from "react";
import { classNames } from "../lib/class-names.ts";
import { Button, IconButton } from "./button.tsx";
import { Sign } from "./sign.tsx";

/** How long Copied is shown, in milliseconds. */
const COPIED_MS = 2_000;

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Copies a text; the boolean is true for two seconds after a success. */
export function useCopied(): [boolean, (text: string) => Promise<void>] {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async (text: string) => {
    if (!(await copyText(text))) return;
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), COPIED_MS);
  };
  return [copied, copy];
}

const SHEETS = "M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3";
const TICK = "M2.5 8.5l3.5 3.5 7.5-8";

/** An icon that becomes a tick for two seconds. */
export function CopyIconButton({ text, label = "Copy" }: { text: string; label?: string }) {
  const [copied, copy] = useCopied();
  return (
    <>
      <IconButton label={label} onClick={() => copy(text)}>
        {copied ? <Sign d={TICK} className="text-go" /> : <Sign d={SHEETS} />}
      </IconButton>
      <span role="status" className="sr-only">
        {copied ? "Copied" : ""}
      </span>
    </>
  );
}

/** A button that shows Copy, and Copied for two seconds. */
export function CopyButton({ text, disabled = false }: { text: string; disabled?: boolean }) {
  const [copied, copy] = useCopied();
  return (
    <Button onClick={() => copy(text)} disabled={disabled} aria-live="polite" className="min-w-24">
      <Sign d={copied ? TICK : SHEETS} className={classNames("size-4", copied && "text-go")} />
      {copied ? "Copied" : "Copy"}
    </Button>
  );
}

interface CopyFieldProps {
  value: string;
  label: string;
  className?: string;
}

/** A read-only field with a copy button, for ids and names. */
export function CopyField({ value, label, className }: CopyFieldProps) {
  return (
    <div
      className={classNames(
        "flex min-h-9 min-w-0 items-center rounded-md border border-hairline bg-well pl-2.5 focus-within:border-edge",
        className,
      )}
    >
      <input
        readOnly
        value={value}
        aria-label={label}
        onFocus={(event) => event.currentTarget.select()}
        className="w-full min-w-0 self-stretch truncate bg-transparent font-mono text-xs text-ink outline-offset-4"
      />
      <CopyIconButton text={value} label={`Copy ${label}`} />
    </div>
  );
}
