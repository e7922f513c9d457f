import { SlidersHorizontal } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { classNames } from "../../lib/class-names.ts";
import { Button } from "../../ui/button.tsx";
import { Input } from "../../ui/inputs/field.tsx";
import { SearchInput } from "../../ui/inputs/search-input.tsx";
import { Select } from "../../ui/inputs/select.tsx";
import { type Filters, isFiltered, STATUSES, type Status, withFilter } from "./filters.ts";

interface FilterBarProps {
  filters: Filters;
  /** Names to choose from: empty without events, null while loading. */
  devices: string[] | null;
  onFilters(filters: Filters): void;
}

export function FilterBar({ filters, devices, onFilters }: FilterBarProps) {
  // on a phone the list begins on the first screen: its filters are behind one button
  const [isOpen, setOpen] = useState(false);
  const count = [filters.device, filters.status, filters.date].filter(Boolean).length;
  const known = devices ?? [];
  const names = filters.device && !known.includes(filters.device) ? [...known, filters.device] : known;
  return (
    <div className="grid gap-2 border-b border-hairline p-3 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1fr_1fr_auto]">
      <SearchInput
        label="Search"
        placeholder="Search device or event"
        value={filters.search ?? ""}
        onValue={(search) => onFilters(withFilter(filters, "search", search))}
      />
      <Button
        aria-expanded={isOpen}
        className="sm:hidden aria-expanded:bg-well"
        onClick={() => setOpen(!isOpen)}
      >
        <SlidersHorizontal className="size-4" aria-hidden="true" />
        {count === 0 ? "Filters" : `Filters (${count})`}
      </Button>
      <div className={classNames("contents", !isOpen && "max-sm:hidden")}>
        {devices === null && names.length === 0 && <span className="h-10" aria-hidden="true" />}
        {names.length > 0 && (
          <Select
            aria-label="Device"
            value={filters.device ?? ""}
            onChange={(event) => onFilters(withFilter(filters, "device", event.target.value))}
          >
            <option value="">All Devices</option>
            {names.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        )}
        <Select
          aria-label="Status"
          value={filters.status ?? ""}
          onChange={(event) => onFilters(withFilter(filters, "status", event.target.value as Status | ""))}
        >
          {STATUSES.map(([type, label]) => (
            <option key={type} value={type}>
              {label}
            </option>
          ))}
        </Select>
        <DateInput date={filters.date} onDate={(date) => onFilters(withFilter(filters, "date", date))} />
      </div>
      <Button
        look="quiet"
        className="sm:max-lg:col-span-2 max-lg:disabled:hidden"
        disabled={!isFiltered(filters)}
        onClick={() => onFilters({})}
      >
        Clear filters
      </Button>
    </div>
  );
}

/**
 * The input keeps its own value, because the address follows later. An unfinished year ("0002", "0020") is below `min`,
 * an unfinished date is invalid; neither filters.
 */
function DateInput({ date = "", onDate }: { date: string | undefined; onDate(date: string): void }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.value = date;
  }, [date]);
  return (
    <div className="relative">
      <Input
        ref={input}
        type="date"
        aria-label="Date"
        min="1970-01-01"
        max="9999-12-31"
        onChange={({ target }) => {
          if (target.validity.valid) onDate(target.value);
        }}
        className={classNames("peer", date === "" && "not-focus:text-transparent")}
      />
      {date === "" && (
        <span className="pointer-events-none absolute top-1/2 left-3.25 -translate-y-1/2 text-base peer-focus:hidden sm:text-sm">
          All Dates
        </span>
      )}
    </div>
  );
}
