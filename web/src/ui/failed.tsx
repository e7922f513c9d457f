import { useState } from "react";
import { Button } from "./button.tsx";
import { Note, type NoteTone } from "./note.tsx";
import { whyFailed } from "./why-failed.ts";

interface FailedProps {
  /** What could not be had. */
  children: string;
  /** What the call failed with. */
  error?: unknown;
  title?: string;
  tone?: NoteTone;
  /** It is being tried again, also without a press. */
  busy?: boolean;
  onRetry(): Promise<unknown>;
}

/** Stands where something would that could not be loaded, and tries again when it is pressed. */
export function Failed({ children, error, title, tone = "stop", busy = false, onRetry }: FailedProps) {
  const [pressed, setPressed] = useState(false);
  const retry = async () => {
    setPressed(true);
    await onRetry();
    setPressed(false);
  };
  return (
    <div className="p-5">
      <Note tone={tone} title={title} live={tone === "wait"}>
        <p>{children}</p>
        <p>{whyFailed(error)}</p>
        <Button size="sm" className="mt-2" busy={busy || pressed} onClick={retry}>
          Try again
        </Button>
      </Note>
    </div>
  );
}
