import { startTransition, useCallback, useMemo, useState } from "react";

export interface Selection {
  ids: ReadonlySet<string>;
  set(ids: readonly string[], selected: boolean): void;
}

interface UseSelection {
  /** Null while nothing can be selected. */
  selection: Selection | null;
  start(): void;
  stop(): void;
}

export function useSelection(): UseSelection {
  const [ids, setIds] = useState<ReadonlySet<string> | null>(null);
  const set = useCallback(
    (changed: readonly string[], selected: boolean) =>
      setIds((before) => {
        const kept = [...(before ?? [])].filter((id) => !changed.includes(id));
        return new Set(selected ? [...kept, ...changed] : kept);
      }),
    [],
  );
  const selection = useMemo(() => ids && { ids, set }, [ids, set]);
  // All rows get or lose a box: the page answers other presses meanwhile.
  const begin = (to: ReadonlySet<string> | null) => () => startTransition(() => setIds(to));
  return { selection, start: begin(new Set()), stop: begin(null) };
}
