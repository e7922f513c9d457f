import type { Selection } from "./use-selection.ts";

interface MarkProps {
  selection: Selection;
  /** The devices that it selects together. */
  of: readonly { id: string }[];
  name: string;
}

export function Mark({ selection, of, name }: MarkProps) {
  const selected = of.filter(({ id }) => selection.ids.has(id)).length;
  const isAll = of.length > 0 && selected === of.length;
  return (
    <span className="touch inline-flex size-6 items-center justify-center">
      <input
        type="checkbox"
        aria-label={name}
        className="size-4.5 accent-(--go)"
        checked={isAll}
        ref={(box) => {
          if (box) box.indeterminate = selected > 0 && !isAll;
        }}
        onChange={() =>
          selection.set(
            of.map(({ id }) => id),
            !isAll,
          )
        }
      />
    </span>
  );
}
