import { ListChecks } from "lucide-react";
import { useCallback } from "react";
import { type ListSearch, listSearch } from "../../lib/link-search.ts";
import { Button } from "../../ui/button.tsx";
import { SearchInput } from "../../ui/search-input.tsx";
import { Select } from "../../ui/select.tsx";
import { SORTS, type Sort, sortOf } from "./arrange.ts";

const SORT_TEXTS: Record<Sort, string> = { room: "Room", name: "Name", state: "State", seen: "Last seen" };

interface DevicesToolbarProps {
  search: ListSearch;
  selecting: boolean;
  onSearch(search: ListSearch): void;
  onSelect(): void;
}

export function DevicesToolbar({ search, selecting, onSearch, onSelect }: DevicesToolbarProps) {
  const change = useCallback(
    (changed: ListSearch) => onSearch(listSearch({ ...search, ...changed })),
    [search, onSearch],
  );
  const find = useCallback((text: string) => change({ search: text }), [change]);
  return (
    <search className="flex gap-2 border-b border-hairline p-3">
      <SearchInput
        label="Search devices"
        placeholder="Search"
        value={search.search ?? ""}
        onValue={find}
        className="min-w-0 flex-1"
      />
      <Select
        aria-label="Sort by"
        className="w-31 shrink-0 sm:w-40"
        value={sortOf(search)}
        onChange={({ target }) => change({ sort: target.value })}
      >
        {SORTS.map((sort) => (
          <option key={sort} value={sort}>
            {SORT_TEXTS[sort]}
          </option>
        ))}
      </Select>
      <Button
        aria-pressed={selecting}
        title="Select several devices"
        className="max-sm:w-10 max-sm:px-0! aria-pressed:bg-well"
        onClick={onSelect}
      >
        <ListChecks className="size-4" aria-hidden="true" />
        <span className="max-sm:sr-only">Select</span>
      </Button>
    </search>
  );
}
