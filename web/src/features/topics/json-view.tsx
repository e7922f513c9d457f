import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Sign } from "../../ui/sign.tsx";

/** Entries that are shown at once, and more with each press. */
const ENTRIES = 100;
/** Levels that are open at first. */
const OPEN_LEVELS = 2;
/** Characters of a text, of which a payload may have a million. */
const MAX_TEXT = 2_000;

/** A parsed payload with folds; what is folded is not rendered. */
export function JsonView({ value, level = 0 }: { value: unknown; level?: number }) {
  const [most, setMost] = useState(ENTRIES);
  const entries = entriesOf(value);
  if (entries === null) return <Leaf value={value} />;
  return (
    <ul className={level === 0 ? "font-mono text-xs leading-6" : "border-l border-hairline pl-3"}>
      {entries.slice(0, most).map(([name, each]) => (
        <li key={name} className="min-w-0">
          <Entry name={name} value={each} level={level} />
        </li>
      ))}
      {entries.length > most && (
        <li>
          <Button size="sm" look="quiet" onClick={() => setMost(most + ENTRIES)}>
            Show more ({(entries.length - most).toLocaleString("en-US")})
          </Button>
        </li>
      )}
    </ul>
  );
}

function entriesOf(value: unknown): [string, unknown][] | null {
  if (typeof value !== "object" || value === null) return null;
  return Object.entries(value);
}

function Entry({ name, value, level }: { name: string; value: unknown; level: number }) {
  const [isOpen, setOpen] = useState(level < OPEN_LEVELS);
  const entries = entriesOf(value);
  if (entries === null) {
    return (
      <p className="pl-5 wrap-anywhere">
        <Name text={name} /> <Leaf value={value} />
      </p>
    );
  }
  const noun = Array.isArray(value) ? "item" : "key";
  const count = `${entries.length.toLocaleString("en-US")} ${entries.length === 1 ? noun : `${noun}s`}`;
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)} className="group/json">
      <summary className="flex touch cursor-pointer list-none items-center gap-2 rounded-sm hover:bg-well [&::-webkit-details-marker]:hidden">
        <Sign d="m6 3 5 5-5 5" className="size-3 shrink-0 [details[open]>summary>&]:rotate-90" />
        <span className="min-w-0 wrap-anywhere">
          <Name text={name} /> <span className="text-soft">{count}</span>
        </span>
      </summary>
      {isOpen && (
        <div className="ml-1.5">
          <JsonView value={value} level={level + 1} />
        </div>
      )}
    </details>
  );
}

const Name = ({ text }: { text: string }) => <span className="text-soft">{text}:</span>;

function Leaf({ value }: { value: unknown }) {
  const text = JSON.stringify(value) ?? "";
  return (
    <span className="wrap-anywhere">{text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text}</span>
  );
}
