import { useState } from "react";
import { Button } from "../button.tsx";
import { Note, type NoteTone } from "../messages/note.tsx";

/** A failed call: status 0 without a response. */
interface Failure {
  status?: number;
  /** Milliseconds since 1970. */
  retryAt?: number | null;
}

export const NO_ANSWER = "The server does not answer.";

/** Why a call failed and when to retry; empty if unknown. */
export function whyFailed(error: unknown): string {
  const { status, retryAt } = (error ?? {}) as Failure;
  if (status === 0) return NO_ANSWER;
  if (status !== 429) return "";
  return `Too many requests. Try again ${retryAt ? `after ${new Date(retryAt).toLocaleTimeString("en-US")}` : "later"}.`;
}

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
