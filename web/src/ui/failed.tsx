import { useState } from "react";
import { Button } from "./button.tsx";
import { Note, type NoteTone } from "./note.tsx";
import { whyFailed } from "./why-failed.ts";

interface FailedProps {
  /** What failed to load. */
  children: string;
  /** The error of the call. */
  error?: unknown;
  title?: string;
  tone?: NoteTone;
  onRetry(): Promise<unknown>;
}

/** Shown in place of content that failed to load, with a retry button. */
export function Failed({ children, error, title, tone = "stop", onRetry }: FailedProps) {
  const [busy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    await onRetry();
    setBusy(false);
  };
  return (
    <div className="p-5">
      <Note tone={tone} title={title} live={tone === "wait"}>
        <p>{children}</p>
        <p>{whyFailed(error)}</p>
        <Button size="sm" className="mt-2" busy={busy} onClick={retry}>
          Try again
        </Button>
      </Note>
    </div>
  );
}
