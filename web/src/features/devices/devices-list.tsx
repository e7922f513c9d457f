import { ListChecks } from "lucide-react";
import { type ReactNode, useCallback } from "react";
import type { Device } from "../../../../worker/contract/devices.ts";
import { deliveriesText } from "../../devices/delivery.ts";
import { type SwitchDevice, useSwitchDevice } from "../../devices/use-switch-device.ts";
import { type ListSearch, listSearch } from "../../lib/link-search.ts";
import { SearchInput } from "../../ui/apart/search-input.tsx";
import { Empty } from "../../ui/loaded.tsx";
import { Button } from "../../ui/page/button.tsx";
import { Select } from "../../ui/select.tsx";
import { arranged, isGrouped, SORTS, type Sort, sortOf } from "./arrange.ts";
import { DevicesTable, type DevicesTableProps } from "./devices-table.tsx";
import { Mark } from "./mark.tsx";
import { type Selection, useSelection } from "./use-selection.ts";

/** Fewer devices need no search. */
export const MANY = 6;

interface DevicesListProps extends Pick<DevicesTableProps, "devices" | "known" | "onEdit" | "onDelete"> {
  search: ListSearch;
  share(devices: readonly Device[]): ReactNode;
  onSearch(search: ListSearch): void;
}

export function DevicesList({ devices, search, share, onSearch, ...rest }: DevicesListProps) {
  const switching = useSwitchDevice();
  const { selection, start, stop } = useSelection();
  const shown = arranged(devices, search);
  const selected: Device[] = selection ? devices.filter(({ id }) => selection.ids.has(id)) : [];
  return (
    <>
      {(devices.length >= MANY || search.search) && (
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

const SORT_TEXTS: Record<Sort, string> = { room: "Room", name: "Name", state: "State", seen: "Last seen" };

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

interface SelectionBarProps {
  selection: Selection;
  shown: readonly Device[];
  selected: readonly Device[];
  switching: SwitchDevice;
  share(devices: readonly Device[]): ReactNode;
}

/** Switches and shares the selected devices. Each row shows its own delivery, this bar their sum. */
function SelectionBar({ selection, shown, selected, switching, share }: SelectionBarProps) {
  const { length } = selected;
  const deliveries = selected.flatMap((device) => switching.deliveryOf(device) ?? []);
  return (
    <section
      aria-label="Selected devices"
      className="sticky bottom-0 z-10 flex flex-wrap items-center gap-x-2 gap-y-1 rounded-b-lg border-t border-hairline bg-panel py-2 pr-3 pl-3 text-sm shadow-lift"
    >
      <Mark selection={selection} of={shown} name="All devices in the list" />
      <p className="min-w-18 flex-1">
        {length} selected
        <span role="status" className="block text-xs text-soft empty:hidden">
          {deliveriesText(deliveries)}
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        {share(selected)}
        {(["on", "off"] as const).map((state) => (
          <Button
            key={state}
            className="touch px-3!"
            disabled={length === 0}
            onClick={() => switching.turn(selected, state)}
          >
            Turn {state}
          </Button>
        ))}
      </div>
    </section>
  );
}
