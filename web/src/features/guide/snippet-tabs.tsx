import { type KeyboardEvent, useDeferredValue, useId, useRef, useState } from "react";
import { isLoopback } from "../../../../worker/contract/addresses.ts";
import { classNames } from "../../lib/class-names.ts";
import { useStore } from "../../lib/store.ts";
import { brokerUrl } from "../../live/broker-url.ts";
import { LocalhostNote } from "../../ui/localhost-note.tsx";
import { CHOICES } from "./catalogue.ts";
import { readerIsThere } from "./reader.ts";
import { SnippetPanels } from "./snippet-panels.tsx";
import type { Guide } from "./use-guide.ts";

const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

interface SnippetTabsProps {
  label: string;
  of: keyof typeof CHOICES;
  guide: Guide;
}

export default function SnippetTabs({ label, of, guide }: SnippetTabsProps) {
  const choices = CHOICES[of];
  const id = useId();
  const [at, setAt] = useState(0);
  const tabs = useRef<(HTMLButtonElement | null)[]>([]);
  // The press that proves a person is answered first.
  const all = useDeferredValue(useStore(readerIsThere));
  const host = new URL(brokerUrl("", window.location)).hostname;
  const move = (event: KeyboardEvent) => {
    const next = STEPS[event.key]?.(at, choices.length);
    if (next === undefined) return;
    event.preventDefault();
    setAt(next);
    tabs.current[next]?.focus();
  };
  return (
    <div className="grid min-w-0 gap-3">
      {isLoopback(host) && <LocalhostNote host={host} />}
      <div role="tablist" aria-label={label} className="flex flex-wrap gap-1 border-b border-hairline">
        {choices.map((each, index) => (
          <button
            key={each.label}
            ref={(button) => {
              tabs.current[index] = button;
            }}
            type="button"
            role="tab"
            id={`${id}-${index}`}
            aria-selected={index === at}
            aria-controls={all || index === at ? `${id}-panel-${index}` : undefined}
            tabIndex={index === at ? 0 : -1}
            onClick={() => setAt(index)}
            onKeyDown={move}
            className={classNames(
              "-mb-px min-h-10 border-b-2 px-3 text-sm font-medium -outline-offset-2",
              index === at ? "border-ink text-ink" : "border-transparent text-soft hover:text-ink",
            )}
          >
            {each.label}
          </button>
        ))}
      </div>
      <SnippetPanels id={id} choices={choices} at={at} all={all} guide={guide} onFound={setAt} />
    </div>
  );
}
