import type { Device } from "../../../../worker/contract/device.ts";
import { useSwitchDevice } from "../../devices/use-switch-device.ts";
import type { ListSearch } from "../../lib/link-search.ts";
import { Empty } from "../../ui/loaded.tsx";
import { arranged, isGrouped } from "./arrange.ts";
import { DevicesTable, type DevicesTableProps } from "./devices-table.tsx";
import { DevicesToolbar } from "./devices-toolbar.tsx";
import { SelectionBar } from "./selection-bar.tsx";
import { useSelection } from "./use-selection.ts";

/** Fewer devices need no search. */
export const MANY = 6;

interface DevicesListProps extends Pick<DevicesTableProps, "devices" | "known" | "onEdit" | "onDelete"> {
  search: ListSearch;
  onSearch(search: ListSearch): void;
}

export function DevicesList({ devices, search, onSearch, ...rest }: DevicesListProps) {
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
        <SelectionBar selection={selection} shown={shown} selected={selected} switching={switching} />
      )}
    </>
  );
}
