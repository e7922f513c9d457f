import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { classNames } from "../../lib/class-names.ts";
import { Input } from "./field.tsx";

/** The value after it has been unchanged for `ms`. */
export function useDebounced<T>(value: T, ms: number): T {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return rested;
}

const TYPING_MS = 250;

interface SearchInputProps {
  label: string;
  placeholder: string;
  /** The search in the address. */
  value: string;
  className?: string;
  onValue(value: string): void;
}

/**
 * Searches when typing pauses, and follows external changes of the address. The input's own last search also arrives in
 * the address, perhaps after more typing; it is not followed.
 */
export function SearchInput({ label, placeholder, value, className, onValue }: SearchInputProps) {
  const [typed, setTyped] = useState(value);
  const [followed, setFollowed] = useState(value);
  const rested = useDebounced(typed, TYPING_MS);
  if (followed !== value) {
    setFollowed(value);
    if (value !== rested) setTyped(value);
  }
  useEffect(() => {
    if (rested === typed && rested !== value) onValue(rested);
  }, [rested, typed, value, onValue]);
  return (
    <div className={classNames("relative", className)}>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-soft"
      />
      <Input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className="pl-9"
      />
    </div>
  );
}
