import { Trash2, Undo2 } from "lucide-react";
import { type Deletion, deletions } from "../../api/deletions.ts";
import { useStore } from "../../lib/store.ts";
import { Button } from "../../ui/button.tsx";
import { focusOn } from "../../ui/focus.ts";

/** What is deleted in a few seconds, with the way back. Time stops while the pointer or the focus is on it. */
export default function UndoBar() {
  return (
    <section
      aria-label="Deletions"
      className="fixed inset-x-3 bottom-3 z-40 mx-auto grid max-w-xl gap-2 max-sm:not-short:bottom-17"
    >
      {useStore(deletions)
        .filter(({ isUnderway }) => !isUnderway)
        .map((deletion) => (
          <UndoRow key={deletion.ids.join()} deletion={deletion} />
        ))}
    </section>
  );
}

function UndoRow({ deletion }: { deletion: Deletion }) {
  const hold = () => deletion.hold(true);
  const release = () => deletion.hold(false);
  // the bar goes with the press, and it is in no section whose heading could take the focus
  const leave = (then: () => void) => {
    const heading = document.querySelector<HTMLElement>("main h1");
    if (heading) focusOn(heading);
    then();
  };
  return (
    <fieldset
      className="flex flex-wrap items-center gap-2 rounded-md border border-l-4 border-hairline border-l-wait-lamp bg-panel px-4 py-2 text-sm shadow-lift"
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <p className="min-w-40 flex-1 wrap-anywhere">
        {deletion.name} will be deleted in a few seconds.
        {deletion.ends !== null && ` ${deletion.ends}`}
      </p>
      <Button size="sm" className="touch" onClick={() => leave(deletion.undo)}>
        <Undo2 className="size-4" aria-hidden="true" />
        Undo
      </Button>
      <Button size="sm" look="quiet" className="touch" onClick={() => leave(() => void deletion.commit())}>
        <Trash2 className="size-4" aria-hidden="true" />
        Delete now
      </Button>
    </fieldset>
  );
}
