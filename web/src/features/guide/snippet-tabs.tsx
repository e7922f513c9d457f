import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { classNames } from "../../lib/class-names.ts";
import { useStore } from "../../lib/use-store.ts";
import { Note } from "../../ui/note.tsx";
import { accountUrl } from "./broker.ts";
import { CHOICES, speaksTcp } from "./catalogue.ts";
import { readerIsThere } from "./reader.ts";
import { Snippet } from "./snippet.tsx";
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

/** The same thing in several languages, one at a time. */
export default function SnippetTabs({ label, of, guide }: SnippetTabsProps) {
  const choices = CHOICES[of];
  const id = useId();
  const [at, setAt] = useState(0);
  const tabs = useRef<(HTMLButtonElement | null)[]>([]);
  const there = useStore(readerIsThere);
  const move = (event: KeyboardEvent) => {
    const next = STEPS[event.key]?.(at, choices.length);
    if (next === undefined) return;
    event.preventDefault();
    setAt(next);
    tabs.current[next]?.focus();
  };
  return (
    <div className="grid min-w-0 gap-3">
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
            aria-controls={`${id}-panel-${index}`}
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
      <div className="min-w-0">
        {choices.map(
          ({ label: name, snippets }, index) =>
            (index === at || there) && (
              <TabPanel
                key={name}
                id={`${id}-panel-${index}`}
                tab={`${id}-${index}`}
                shown={index === at}
                onFound={() => setAt(index)}
              >
                {snippets.some(speaksTcp) && <WithoutTcp guide={guide} />}
                {snippets.map((snippet) => (
                  <Snippet key={snippet.file} snippet={snippet} guide={guide} />
                ))}
              </TabPanel>
            ),
        )}
      </div>
    </div>
  );
}

interface TabPanelProps {
  id: string;
  tab: string;
  shown: boolean;
  /** The browser's own search has found something in it. */
  onFound(): void;
  children: ReactNode;
}

/** One that is not shown can still be found, and is printed. React knows `hidden` as on or off only. */
function TabPanel({ id, tab, shown, onFound, children }: TabPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const found = useRef(onFound);
  found.current = onFound;
  useLayoutEffect(() => {
    if (shown) panel.current?.removeAttribute("hidden");
    else panel.current?.setAttribute("hidden", "until-found");
  }, [shown]);
  useEffect(() => {
    const place = panel.current;
    const show = () => found.current();
    place?.addEventListener("beforematch", show);
    return () => place?.removeEventListener("beforematch", show);
  }, []);
  return (
    <div ref={panel} role="tabpanel" id={id} aria-labelledby={tab} className="grid min-w-0 gap-3">
      {children}
    </div>
  );
}

/** A broker that takes no TCP by itself needs a bridge, and the snippet the bridge's address. */
function WithoutTcp({ guide: { broker } }: { guide: Guide }) {
  if (broker.data?.tcp !== null) return null;
  const to = accountUrl(broker.data, "").replace(/\/$/, "");
  return (
    <Note tone="wait" title="This broker speaks MQTT over WebSocket only">
      For TCP run the bridge on a machine near your device, and put that machine's address and the bridge's
      port (1883, unless you choose another) into the code:{" "}
      <code className="break-all">npm run bridge -- --to {to}</code>
    </Note>
  );
}
