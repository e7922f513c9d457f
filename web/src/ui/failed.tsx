import { Button } from "./button.tsx";
import { Note } from "./note.tsx";

/** A list that could not be loaded, and another try. */
export function Failed({ children, onRetry }: { children: string; onRetry: () => void }) {
  return (
    <div className="p-5">
      <Note tone="stop">
        <p>{children}</p>
        <Button size="sm" className="mt-2" onClick={onRetry}>
          Try again
        </Button>
      </Note>
    </div>
  );
}
