import { useState } from "react";

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
  const set = (changed: readonly string[], selected: boolean) =>
    setIds((before) => {
      const kept = [...(before ?? [])].filter((id) => !changed.includes(id));
      return new Set(selected ? [...kept, ...changed] : kept);
    });
  return { selection: ids && { ids, set }, start: () => setIds(new Set()), stop: () => setIds(null) };
}
