import { useState } from "react";
import { Button } from "./button.tsx";
import { Note } from "./note.tsx";

/** A list that could not be loaded, and another try. */
export function Failed({ children, onRetry }: { children: string; onRetry: () => Promise<unknown> }) {
  const [busy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    await onRetry();
    setBusy(false);
  };
  return (
    <div className="p-5">
      <Note tone="stop">
        <p>{children}</p>
        <Button size="sm" className="mt-2" busy={busy} onClick={retry}>
          Try again
        </Button>
      </Note>
    </div>
  );
}
