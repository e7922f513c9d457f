import { ListChecks } from "lucide-react";
import { type ReactNode, useCallback } from "react";
import type { Device } from "../../../../worker/contract/devices.ts";
import { useSwitchDevice } from "../../devices/use-switch-device.ts";
import { type ListSearch, listSearch } from "../../lib/link-search.ts";
import { Button } from "../../ui/button.tsx";
import { SearchInput } from "../../ui/inputs/search-input.tsx";
import { Select } from "../../ui/inputs/select.tsx";
import { Empty } from "../../ui/loading/loaded.tsx";
import { arranged, isGrouped, SORTS, type Sort, sortOf } from "./arrange.ts";
import { DevicesTable, type DevicesTableProps } from "./devices-table.tsx";
import { SelectionBar, useSelection } from "./selection.tsx";

/** Fewer devices need no search. */
export const MANY = 6;

interface DevicesListProps extends Pick<DevicesTableProps, "devices" | "known" | "onEdit" | "onDelete"> {
  search: ListSearch;
  share(devices: readonly Device[]): ReactNode;
  onSearch(search: ListSearch): void;
}

export function DevicesList({ devices, search, share, onSearch, ...rest }: DevicesListProps) {
  const switching = useSwitchDevice(rest.known);
  const { selection, start, stop } = useSelection();
  const shown = arranged(devices, search);
  const selected: Device[] = selection ? devices.filter(({ id }) => selection.ids.has(id)) : [];
  return (
    <>
      {(devices.length >= MANY || search.search || selection) && (
        <DevicesToolbar
          search={search}
          selecting={selection !== null}
          onSearch={onSearch}
          onSelect={selection ? stop : start}
        />
      )}
      {shown.length === 0 ? (
        <Empty>No device has these words in its name or room.</Empty>
      ) : (
        <DevicesTable
          {...rest}
          devices={shown}
          switching={switching}
          selection={selection}
          grouped={isGrouped(devices, search)}
        />
      )}
      {selection && (
        <SelectionBar
          selection={selection}
          shown={shown}
          selected={selected}
          switching={switching}
          share={share}
        />
      )}
    </>
  );
}

const SORT_TEXTS: Record<Sort, string> = {
  room: "By room",
  name: "By name",
  state: "By state",
  seen: "By last seen",
};

interface DevicesToolbarProps {
  search: ListSearch;
  selecting: boolean;
  onSearch(search: ListSearch): void;
  onSelect(): void;
}

function DevicesToolbar({ search, selecting, onSearch, onSelect }: DevicesToolbarProps) {
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
