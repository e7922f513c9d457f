import { Button, buttonClass } from "../button.tsx";
import { Note } from "../messages/note.tsx";

interface ErrorScreenProps {
  /** Details of the error. */
  detail?: string | undefined;
  onRetry: () => void;
}

/** Shown instead of a blank page: the error, a retry and a link home. */
export default function ErrorScreen({ detail, onRetry }: ErrorScreenProps) {
  return (
    <main className="mx-auto grid min-h-[60dvh] max-w-lg content-center gap-5 px-5 py-16">
      <h1 className="text-2xl">Something went wrong</h1>
      <Note tone="stop">{detail || "This page could not be shown."}</Note>
      <div className="flex flex-wrap gap-2">
        <Button look="primary" onClick={onRetry}>
          Try again
        </Button>
        <a className={buttonClass()} href="/">
          Go to the start page
        </a>
      </div>
    </main>
  );
}
